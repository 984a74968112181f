/**
 * The terminal channel: small devices that speak JSON over a WebSocket.
 *
 * <p>{@link dev.switchboard.edge.terminal.TerminalWebSocketAdapter} is the channel,
 * {@link dev.switchboard.edge.terminal.TerminalSocket} one device's connection; the latter reads like the protocol page.
 */
@NullMarked
package dev.switchboard.edge.terminal;

import org.jspecify.annotations.NullMarked;
