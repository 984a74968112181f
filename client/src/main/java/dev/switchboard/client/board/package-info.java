/**
 * The board's side of the board protocol, for programs that give tasks to a gateway: each task is run once and ends once,
 * whatever happens to the connection.
 *
 * <p>Start at {@link dev.switchboard.client.board.BoardClient}, which owns the thread and the socket. What to say when is
 * decided by {@link dev.switchboard.client.board.BoardProtocol}, which knows neither.
 */
@NullMarked
package dev.switchboard.client.board;

import org.jspecify.annotations.NullMarked;
