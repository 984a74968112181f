package dev.switchboard.core.telemetry;

import java.time.Duration;

/** Hears what happens to messages. Thread: any; be quick and never throw. */
public interface Telemetry {
    Telemetry NONE = new Telemetry() {};

    /** Admission took this long, the commit included. */
    default void accepted(Duration admission) {}

    default void duplicate() {}

    default void refused() {}

    /** A message got its final event; the run took this long. */
    default void answered(boolean ok, Duration run) {}

    /** Somebody tried to give a message a second final event. */
    default void doubled() {}

    default void delivered() {}

    default void unclaimed() {}
}
