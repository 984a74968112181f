package dev.switchboard.cli.task;

import dev.switchboard.client.board.BoardNotice;

/** What happens while a task is watched. */
sealed interface Event {
    record Heard(BoardNotice notice) implements Event {}

    /** @param at when the line was read, by {@link System#nanoTime}: one typed before a question is no answer to it */
    record Typed(String line, long at) implements Event {}

    /** Nothing more can be typed. */
    record InputEnded() implements Event {}

    /** Ctrl-C. */
    record Interrupted() implements Event {}
}
