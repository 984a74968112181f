package dev.switchboard.client.hud;

/** What {@link HudProtocol} wants done, in order. */
sealed interface HudStep {
    /**
     * Open a socket; {@code opened}, {@code closed} or {@code notOpened} is to follow.
     *
     * @param address path and query, what we have seen in it
     */
    record Open(String address) implements HudStep {}

    record Send(String frame) implements HudStep {}

    /** Let the socket go without waiting for anything; {@code closed} must not follow. */
    record Drop() implements HudStep {}

    record Tell(HudNotice notice) implements HudStep {}
}
