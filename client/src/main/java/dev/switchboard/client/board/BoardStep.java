package dev.switchboard.client.board;

/** What {@link BoardProtocol} wants done, in order. */
sealed interface BoardStep {
    /** Open a socket; {@code opened}, {@code closed} or {@code notOpened} is to follow. */
    record Open() implements BoardStep {}

    record Send(String frame) implements BoardStep {}

    /** Let the socket go without waiting for anything; {@code closed} must not follow. */
    record Drop() implements BoardStep {}

    record Tell(BoardNotice notice) implements BoardStep {}
}
