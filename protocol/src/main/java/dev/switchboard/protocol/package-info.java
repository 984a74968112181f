/** What the wire dialects share. */
@NullMarked
package dev.switchboard.protocol;

import org.jspecify.annotations.NullMarked;
