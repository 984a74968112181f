/**
 * The board protocol on the wire: what a task board and the gateway say to each other.
 *
 * <p>Start at {@link dev.switchboard.protocol.board.FromBoard} and {@link dev.switchboard.protocol.board.ToBoard}, the
 * payloads; {@link dev.switchboard.protocol.board.BoardFrames} turns text into them and back, envelope and all. Names and
 * shapes are described in {@code docs/protocols/board.md}.
 */
@NullMarked
package dev.switchboard.protocol.board;

import org.jspecify.annotations.NullMarked;
