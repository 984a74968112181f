/**
 * {@code switchboard task}: gives an agent something to do, from a shell, and shows what becomes of it.
 *
 * <p>Start at {@link dev.switchboard.cli.task.TaskProcess}; {@link dev.switchboard.cli.task.Watch} is what happens between
 * the first word and the exit code. It speaks the board protocol to a running gateway.
 */
@NullMarked
package dev.switchboard.cli.task;

import org.jspecify.annotations.NullMarked;
