/**
 * Runs as a list of things to do: what is under way, what has ended, and where each is recorded.
 */
@NullMarked
package dev.switchboard.core.task;

import org.jspecify.annotations.NullMarked;
