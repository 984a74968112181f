package dev.switchboard.edge.net;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** When a WebSocket showed life, and when it is to be asked for some. Thread: the event loop. */
final class Pulse {
    private static final int MISSED = 3;

    /** What there is to do about it. */
    enum Beat {
        NONE,
        PING,
        DEAD
    }

    private final long heartbeat;
    private long lastLife;
    private long nextPing;

    Pulse(Duration heartbeat, long now) {
        this.heartbeat = heartbeat.toMillis();
        this.lastLife = now;
        // The first ping comes early by chance, so that devices that came together are not pinged together.
        this.nextPing = now + ThreadLocalRandom.current().nextLong(this.heartbeat / 2, this.heartbeat + 1);
    }

    void sign(long now) {
        lastLife = now;
    }

    Beat at(long now) {
        if (now - lastLife >= MISSED * heartbeat) {
            return Beat.DEAD;
        }
        if (now < nextPing) {
            return Beat.NONE;
        }
        nextPing = now + heartbeat;
        return Beat.PING;
    }
}
