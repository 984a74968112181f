package dev.switchboard.edge.net;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the connections that have not said who they are, in all and by client: those that wait for a request, the first
 * or the next, and WebSockets before their greeting. Whoever entered leaves exactly once. Thread: any.
 */
final class PreAuthGate {
    private final int limit;
    private final int limitPerClient;
    private final AtomicInteger inside = new AtomicInteger();
    private final ConcurrentHashMap<String, Integer> insideByClient = new ConcurrentHashMap<>();

    PreAuthGate(int limit, int limitPerClient) {
        this.limit = limit;
        this.limitPerClient = limitPerClient;
    }

    /** @param client null counts among all alone */
    boolean enter(@Nullable String client) {
        if (inside.incrementAndGet() > limit) {
            inside.decrementAndGet();
            return false;
        }
        if (client != null && insideByClient.merge(client, 1, Integer::sum) > limitPerClient) {
            leave(client);
            return false;
        }
        return true;
    }

    void leave(@Nullable String client) {
        if (client != null) {
            insideByClient.computeIfPresent(client, (_, count) -> count == 1 ? null : count - 1);
        }
        inside.decrementAndGet();
    }

    int inside() {
        return inside.get();
    }
}
