package dev.switchboard.edge.net;

import io.netty.util.concurrent.EventExecutor;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What the connections of one server share. */
record NetContext(
        NetSettings settings,
        RequestHandler handler,
        PreAuthGate gate,
        Counters counters,
        AtomicLong bodiesInFlight,
        Map<EventExecutor, Sweep> sweeps) {

    /** Bodies of requests that are not answered yet, of all clients together: most are read before anyone asks whose. */
    static final long MAX_BODIES_IN_FLIGHT = 64L * 1024 * 1024;

    static NetContext of(NetSettings settings, RequestHandler handler, Iterable<EventExecutor> loops) {
        var sweeps = new IdentityHashMap<EventExecutor, Sweep>();
        loops.forEach(loop -> sweeps.put(loop, new Sweep()));
        var gate = new PreAuthGate(settings.preAuth(), settings.preAuthPerClient());
        return new NetContext(settings, handler, gate, new Counters(), new AtomicLong(), sweeps);
    }

    Sweep sweepOf(EventExecutor loop) {
        var sweep = sweeps.get(loop);
        if (sweep == null) {
            throw new AssertionError("no sweep for " + loop);
        }
        return sweep;
    }
}
