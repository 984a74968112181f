/**
 * How things fail: one exception with a code that says whose fault it is.
 */
@NullMarked
package dev.switchboard.core.failure;

import org.jspecify.annotations.NullMarked;
