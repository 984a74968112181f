package dev.switchboard.edge.api;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** How many of one kind a user may have at once, and all users together. Nobody waits for one. Thread: any. */
final class Places {
    private final int each;
    private final int inAll;
    // Both guarded by this.
    private final Map<String, Integer> taken = new HashMap<>();
    private int sum;

    Places(int each, int inAll) {
        this.each = each;
        this.inAll = inAll;
    }

    /** One that was taken. It is given back once, however often it is closed. */
    final class Place implements AutoCloseable {
        private final String user;
        private final AtomicBoolean back = new AtomicBoolean();

        private Place(String user) {
            this.user = user;
        }

        @Override
        public void close() {
            if (back.compareAndSet(false, true)) {
                leave(user);
            }
        }
    }

    /** Empty if this user has all it may have, or all users have. */
    synchronized Optional<Place> take(String user) {
        int own = taken.getOrDefault(user, 0);
        if (own >= each || sum >= inAll) {
            return Optional.empty();
        }
        taken.put(user, own + 1);
        sum++;
        return Optional.of(new Place(user));
    }

    private synchronized void leave(String user) {
        sum--;
        taken.computeIfPresent(user, (_, count) -> count == 1 ? null : count - 1);
    }
}
