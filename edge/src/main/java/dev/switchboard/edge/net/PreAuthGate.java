package dev.switchboard.edge.net;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the connections that have not yet said who they are, in all and by client address. Whoever entered leaves
 * exactly once. Thread: any.
 */
final class PreAuthGate {
    private final int limit;
    private final int limitPerAddress;
    private final AtomicInteger inside = new AtomicInteger();
    private final ConcurrentHashMap<InetAddress, Integer> insideByAddress = new ConcurrentHashMap<>();

    PreAuthGate(int limit, int limitPerAddress) {
        this.limit = limit;
        this.limitPerAddress = limitPerAddress;
    }

    boolean enter(InetAddress address) {
        if (inside.incrementAndGet() > limit) {
            inside.decrementAndGet();
            return false;
        }
        if (insideByAddress.merge(address, 1, Integer::sum) > limitPerAddress) {
            leave(address);
            return false;
        }
        return true;
    }

    void leave(InetAddress address) {
        insideByAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
        inside.decrementAndGet();
    }

    int inside() {
        return inside.get();
    }
}
