/**
 * Tests with many inputs, drawn by chance from one seed that a failure names.
 *
 * <p>A module of its own, because the tests of {@code core} and {@code protocol} cannot know {@code testkit}, which stands
 * on {@code core}. Start at {@link dev.switchboard.cases.Cases}; {@link dev.switchboard.cases.Draw} is what can be drawn.
 */
@NullMarked
package dev.switchboard.cases;

import org.jspecify.annotations.NullMarked;
