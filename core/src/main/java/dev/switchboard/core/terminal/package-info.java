/**
 * Terminals: shells that live in the gateway and are looked at from anywhere.
 *
 * <p>Start at {@link dev.switchboard.core.terminal.Terminals}. Whoever looks
 * has a {@link dev.switchboard.core.terminal.Viewing}; viewers come and go, the terminal stays until its program ends or
 * somebody closes it. What runs in it is bytes in and bytes out: nothing here or behind it reads a meaning into them.
 */
@NullMarked
package dev.switchboard.core.terminal;

import org.jspecify.annotations.NullMarked;
