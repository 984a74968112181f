/**
 * What passes between a channel and the agent: text coming in, an answer going out.
 */
@NullMarked
package dev.switchboard.core.message;

import org.jspecify.annotations.NullMarked;
