/**
 * {@code switchboard sessions}: lists and searches conversations, renames them, puts them away, resets and
 * deletes them.
 *
 * <p>Start at {@link dev.switchboard.cli.sessions.SessionsProcess}.
 */
@NullMarked
package dev.switchboard.cli.sessions;

import org.jspecify.annotations.NullMarked;
