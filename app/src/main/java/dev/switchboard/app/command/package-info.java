/**
 * The commands a person types, and how they are answered when something is wrong.
 *
 * <p>Start at {@link dev.switchboard.app.command.Program}: it knows all of them. Each command is a class that gets what
 * it needs by constructor; what several of them ask for is {@link dev.switchboard.app.command.ConfigOptions}.
 */
@NullMarked
package dev.switchboard.app.command;

import org.jspecify.annotations.NullMarked;
