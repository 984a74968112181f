package dev.switchboard.cli.device;

import dev.switchboard.client.DeviceProtocol.State;
import java.time.Duration;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/** How things stand with the connection, as a person is told. Thread: the client's changes it, any reads it. */
final class ConnectionStatus {
    private volatile State state = State.CONNECTING;
    private volatile LocalTime again = LocalTime.MIDNIGHT;
    private volatile String session = "none yet";

    void connected(@Nullable String id) {
        session = id == null ? "unnamed" : id;
    }

    void became(State next, Duration wait) {
        again = LocalTime.now().plus(wait);
        state = next;
    }

    String session() {
        return session;
    }

    String inWords() {
        return switch (state) {
            case DISCONNECTED ->
                "offline, again at %02d:%02d:%02d".formatted(again.getHour(), again.getMinute(), again.getSecond());
            case CONNECTING, WAIT_CONNECTED -> "connecting";
            case READY -> "ready";
            case WAIT_ACK, WAIT_REPLY -> "waiting";
        };
    }
}
