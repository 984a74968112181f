package dev.switchboard.edge.api;

import java.util.concurrent.ConcurrentHashMap;

/** How many event streams each user has open. Whoever entered leaves exactly once. Thread: any. */
final class OpenStreams {
    static final int MOST = 64;
    static final String TOO_MANY =
            "You have %d event streams open already. Close one, or read pages with after= instead.".formatted(MOST);

    private final ConcurrentHashMap<String, Integer> open = new ConcurrentHashMap<>();

    /** Whether one more would be let in now. */
    boolean hasRoom(String user) {
        return open.getOrDefault(user, 0) < MOST;
    }

    boolean enter(String user) {
        if (open.merge(user, 1, Integer::sum) > MOST) {
            leave(user);
            return false;
        }
        return true;
    }

    void leave(String user) {
        open.computeIfPresent(user, (_, count) -> count == 1 ? null : count - 1);
    }
}
