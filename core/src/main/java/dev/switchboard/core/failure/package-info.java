/**
 * How things fail: one exception with a code that says whose fault it is, and the word that was probably meant.
 */
@NullMarked
package dev.switchboard.core.failure;

import org.jspecify.annotations.NullMarked;
