/**
 * Terminals of the operating system: shells that live in the gateway, what they have shown, and who looks at them.
 *
 * <p>Start at {@link dev.switchboard.terminals.PtyTerminals}, then {@link dev.switchboard.terminals.PtyTerminal}, which is
 * one of them. {@link dev.switchboard.terminals.TerminalTools} are what an agent uses them with. Only this module knows
 * pty4j.
 */
@NullMarked
package dev.switchboard.terminals;

import org.jspecify.annotations.NullMarked;
