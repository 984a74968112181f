/**
 * The program: main, and what it puts together.
 *
 * <p>Start at {@link dev.switchboard.app.Main}; the commands are in {@code command}, what can be configured in
 * {@code config}.
 */
@NullMarked
package dev.switchboard.app;

import org.jspecify.annotations.NullMarked;
