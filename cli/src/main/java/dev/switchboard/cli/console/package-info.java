/**
 * What a command reads from and writes to, and how texts of others are shown there.
 *
 * <p>Start at {@link dev.switchboard.cli.console.Streams}. {@link dev.switchboard.cli.console.Printable} is for reading,
 * {@link dev.switchboard.cli.console.Visible} for deciding: it hides nothing.
 */
@NullMarked
package dev.switchboard.cli.console;

import org.jspecify.annotations.NullMarked;
