package dev.switchboard.edge.net;

import dev.switchboard.core.failure.FatalErrors;
import io.netty.util.concurrent.EventExecutor;
import java.util.IdentityHashMap;
import java.util.Map;

/** What the connections of one server share. */
record NetContext(
        NetSettings settings,
        RequestHandler handler,
        PreAuthGate gate,
        Counters counters,
        NetTotals totals,
        EventLoops loops,
        Map<EventExecutor, Sweep> sweeps) {

    static NetContext of(
            NetSettings settings,
            RequestHandler handler,
            NetTotals totals,
            FatalErrors fatal,
            Iterable<EventExecutor> executors) {
        var loops = new EventLoops(fatal);
        var sweeps = new IdentityHashMap<EventExecutor, Sweep>();
        executors.forEach(loop -> sweeps.put(loop, new Sweep(loops)));
        var gate = new PreAuthGate(settings.preAuth(), settings.preAuthPerClient());
        return new NetContext(settings, handler, gate, new Counters(), totals, loops, sweeps);
    }

    Sweep sweepOf(EventExecutor loop) {
        var sweep = sweeps.get(loop);
        if (sweep == null) {
            throw new AssertionError("no sweep for " + loop);
        }
        return sweep;
    }
}
