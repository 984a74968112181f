package dev.switchboard.client;

/** What {@link DeviceProtocol} wants done, in order. */
sealed interface Step {
    /** Open a socket; {@code opened} or {@code closed} is to follow. */
    record Open() implements Step {}

    record Send(String frame) implements Step {}

    /** Let the socket go without waiting for anything; {@code closed} must not follow. */
    record Drop() implements Step {}

    record Tell(Notice notice) implements Step {}

    /** Tell, with a record before and after: a crash in between must not go unnoticed. */
    record Show(Notice notice, String messageId) implements Step {}
}
