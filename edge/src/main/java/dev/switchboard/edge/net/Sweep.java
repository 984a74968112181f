package dev.switchboard.edge.net;

import java.util.ArrayList;
import java.util.function.Consumer;

/**
 * Visits every connection of one event loop a few times a second, so that a connection's deadlines and heartbeats cost
 * it a few fields instead of scheduled tasks. Thread: its event loop.
 */
final class Sweep implements Runnable {
    static final long TICK_MILLIS = 250;

    private final ArrayList<Connection> connections = new ArrayList<>();

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
        forEach(connection -> connection.tick(now));
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
