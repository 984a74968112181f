package dev.switchboard.app.gateway;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.channel.ChannelManager;
import dev.switchboard.core.session.LostMessages;
import dev.switchboard.core.session.SessionLoops;
import dev.switchboard.core.telemetry.Telemetry;
import dev.switchboard.edge.net.NetServer;
import dev.switchboard.store.Store;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The figures at {@code /metrics}. */
final class Meters implements Telemetry {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Counter accepted = messages("accepted");
    private final Counter duplicate = messages("duplicate");
    private final Counter refused = messages("refused");
    private final Counter delivered = deliveries("delivered");
    private final Counter unclaimed = deliveries("unclaimed");
    private final Counter doubled = Counter.builder("switchboard.messages.doubled")
            .description("attempts to give a message a second final event, all refused")
            .register(registry);
    private final Timer admission = timer("switchboard.ack", "from a whole message to its commit, before its ack");
    private final Timer succeeded = run("ok");
    private final Timer failed = run("error");

    /** What looks at running parts, made when somebody first asks: nothing of it has to be there from the start. */
    private @Nullable Runnable gauges;

    /** Loads what counting will need, so that it can be done while other things are. */
    static void preload() {
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT).close();
    }

    /** The gauges that look at running parts. */
    synchronized void watch(
            Store store,
            SessionLoops loops,
            ChannelManager channels,
            LostMessages lost,
            Approvals approvals,
            NetServer server) {
        gauges = () -> {
            gauge("switchboard.connections", "open connections", () -> server.stats()
                    .openConnections());
            gauge("switchboard.sockets", "open WebSockets", () -> server.stats().openSockets());
            gauge("switchboard.preauth", "connections that have not said who they are", () -> server.stats()
                    .preAuth());
            gauge("switchboard.devices", "devices that have connected", channels::connectedPeers);
            gauge("switchboard.sessions.live", "sessions being worked on", loops::live);
            gauge("switchboard.store.queue", "writes waiting for the next commit", store::writerQueueDepth);
            gauge(
                    "switchboard.messages.lost",
                    "accepted over ten minutes ago, without a final event or a live run",
                    lost::count);
            gauge("switchboard.approvals.waiting", "calls that wait for somebody's word", approvals::waiting);
            FunctionCounter.builder("switchboard.store.commits", store, Store::commits)
                    .description("transactions, each with its fsync")
                    .register(registry);
            FunctionCounter.builder("switchboard.outbox.overruns", server, it -> it.stats()
                            .overruns())
                    .description("sockets closed because their reader was too slow")
                    .register(registry);
            new JvmMemoryMetrics().bindTo(registry);
            new JvmThreadMetrics().bindTo(registry);
            new ClassLoaderMetrics().bindTo(registry);
            new ProcessorMetrics().bindTo(registry);
            new FileDescriptorMetrics().bindTo(registry);
            new UptimeMetrics().bindTo(registry);
        };
    }

    /** What all parts of one kind hold together, and how often somebody had to be cut for it. */
    synchronized void watch(Total total) {
        Gauge.builder("switchboard.memory.held", total, Total::held)
                .description("what all connections or calls hold of one kind")
                .baseUnit("bytes")
                .tag("of", total.name())
                .register(registry);
        Gauge.builder("switchboard.memory.limit", total, Total::limit)
                .description("beyond which who holds most is cut")
                .baseUnit("bytes")
                .tag("of", total.name())
                .register(registry);
        FunctionCounter.builder("switchboard.memory.cuts", total, Total::cuts)
                .description("connections or calls that were cut for it")
                .tag("of", total.name())
                .register(registry);
    }

    synchronized String scrape() {
        if (gauges != null) {
            gauges.run();
            gauges = null;
        }
        return registry.scrape();
    }

    @Override
    public void accepted(Duration took) {
        accepted.increment();
        admission.record(took);
    }

    @Override
    public void duplicate() {
        duplicate.increment();
    }

    @Override
    public void refused() {
        refused.increment();
    }

    @Override
    public void answered(boolean ok, Duration took) {
        (ok ? succeeded : failed).record(took);
    }

    @Override
    public void doubled() {
        doubled.increment();
    }

    @Override
    public void delivered() {
        delivered.increment();
    }

    @Override
    public void unclaimed() {
        unclaimed.increment();
    }

    private Counter messages(String outcome) {
        return Counter.builder("switchboard.messages")
                .description("messages by what became of them at the door")
                .tag("outcome", outcome)
                .register(registry);
    }

    private Counter deliveries(String outcome) {
        return Counter.builder("switchboard.replies")
                .description("replies by whether somebody was there to take them")
                .tag("outcome", outcome)
                .register(registry);
    }

    private Timer run(String outcome) {
        return Timer.builder("switchboard.run")
                .description("answered messages and how long their runs took")
                .tag("outcome", outcome)
                .publishPercentileHistogram()
                .register(registry);
    }

    private Timer timer(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .publishPercentileHistogram()
                .register(registry);
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }
}
