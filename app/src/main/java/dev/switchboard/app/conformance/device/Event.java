package dev.switchboard.app.conformance.device;

/** One thing a device did. */
sealed interface Event {
    /** It knocked at the right door; {@code Opened} follows, unless the gateway was busy. {@code at} is in nanoseconds. */
    record Knocked(boolean letIn, long at) implements Event {}

    /** It asked for something that is not for devices. */
    record Strayed(String request) implements Event {}

    record Opened(Link link) implements Event {}

    record Said(Link link, String text) implements Event {}

    record SaidBinary(Link link) implements Event {}

    /** A WebSocket ping, not the frame. */
    record Pinged(Link link) implements Event {}

    record Left(Link link, int code) implements Event {}
}
