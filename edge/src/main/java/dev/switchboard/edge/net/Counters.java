package dev.switchboard.edge.net;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What {@link NetStats} is read from. Thread: any. */
final class Counters {
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger sockets = new AtomicInteger();
    final LongAdder overruns = new LongAdder();
    final LongAdder refused = new LongAdder();

    NetStats read(PreAuthGate gate) {
        return new NetStats(connections.get(), sockets.get(), gate.inside(), overruns.sum(), refused.sum());
    }
}
