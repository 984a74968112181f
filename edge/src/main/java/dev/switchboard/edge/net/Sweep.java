package dev.switchboard.edge.net;

import java.util.ArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Visits every connection of one event loop a few times a second, so that a connection's deadlines and heartbeats cost
 * it a few fields instead of scheduled tasks. Thread: its event loop.
 */
final class Sweep implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Sweep.class);

    static final long TICK_MILLIS = 250;

    private final EventLoops loops;
    private final ArrayList<Connection> connections = new ArrayList<>();

    Sweep(EventLoops loops) {
        this.loops = loops;
    }

    static long now() {
        return System.nanoTime() / 1_000_000;
    }

    void add(Connection connection) {
        connection.place = connections.size();
        connections.add(connection);
    }

    /** The last one takes its place: nothing is searched and nothing shifted. */
    void remove(Connection connection) {
        if (connection.place < 0) {
            return;
        }
        var last = connections.removeLast();
        if (last != connection) {
            connections.set(connection.place, last);
            last.place = connection.place;
        }
        connection.place = -1;
    }

    @Override
    public void run() {
        long now = now();
        loops.guarded(() -> forEach(connection -> tick(connection, now)));
    }

    /** One that fails must not take the heartbeat of all the others with it. */
    private static void tick(Connection connection, long now) {
        try {
            connection.tick(now);
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("a connection's deadlines failed, it is cut");
            connection.cut();
        }
    }

    /** From the end, because a visit may remove the visited one. */
    void forEach(Consumer<Connection> visit) {
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (i < connections.size()) {
                visit.accept(connections.get(i));
            }
        }
    }
}
