package dev.switchboard.app.conformance.device;

/** One thing a device did; {@code at} is when, in nanoseconds, by the thread that saw it. */
sealed interface Event {
    /** It knocked at the right door; {@code Opened} follows, unless the gateway was busy. */
    record Knocked(boolean letIn, long at) implements Event {}

    /** It asked for something that is not for devices. */
    record Strayed(String request) implements Event {}

    record Opened(Link link, long at) implements Event {}

    record Said(Link link, String text, long at) implements Event {}

    record SaidBinary(Link link) implements Event {}

    /** A WebSocket ping, not the frame. */
    record Pinged(Link link) implements Event {}

    record Left(Link link, int code) implements Event {}
}
