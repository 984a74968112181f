/**
 * The board protocol: task boards that submit work, watch it, answer its questions and look at terminals.
 *
 * <p>{@link dev.switchboard.edge.board.BoardRoutes} opens the door, {@link dev.switchboard.edge.board.BoardSocket} is one
 * board's connection and reads like the protocol page; behind it are desks, one for each family of messages.
 * {@link dev.switchboard.edge.board.TaskProjection} turns what a run records into what a board is shown.
 */
@NullMarked
package dev.switchboard.edge.board;

import org.jspecify.annotations.NullMarked;
