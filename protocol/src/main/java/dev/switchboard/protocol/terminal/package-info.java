/**
 * The terminal channel on the wire: what a small device and the gateway say to each other.
 *
 * <p>Start at {@link dev.switchboard.protocol.terminal.FromTerminal} and
 * {@link dev.switchboard.protocol.terminal.ToTerminal}; {@link dev.switchboard.protocol.terminal.TerminalFrames} turns
 * text into them and back. Names and shapes are described in {@code docs/protocols/terminal.md}.
 */
@NullMarked
package dev.switchboard.protocol.terminal;

import org.jspecify.annotations.NullMarked;
