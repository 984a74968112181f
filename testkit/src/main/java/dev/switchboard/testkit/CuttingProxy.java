package dev.switchboard.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A bad network in front of a gateway: carries bytes both ways until it is told to cut, stall, half-close, tear or
 * refuse, or to do all of it by a plan.
 *
 * <p>Thread: a virtual one that accepts, two for each connection and one for the plan; they end with {@link #close}.
 * The methods are for one thread, the test's; the counters are for all.
 */
public final class CuttingProxy implements AutoCloseable {
    /** For a connection that never speaks again, and yet is not closed. */
    public static final Duration FOR_GOOD = Duration.ofDays(365);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A direction of a connection. */
    public enum Way {
        TO_GATEWAY,
        TO_DEVICE
    }

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("cutting proxy ", 0).factory());
    private final List<ProxiedConnection> connections = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger cuts = new AtomicInteger();
    private final AtomicInteger stalls = new AtomicInteger();
    private final AtomicInteger halfCloses = new AtomicInteger();
    private final Thread acceptor;
    private volatile long refusingUntil = System.nanoTime();
    private @Nullable Thread plan;

    private CuttingProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        this.acceptor = Thread.ofVirtual().name("cutting proxy's listener").start(this::accept);
    }

    public static CuttingProxy to(InetSocketAddress target) {
        try {
            return new CuttingProxy(target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** Where a device finds this path of the gateway. */
    public URI uri(String path) {
        return URI.create("ws://127.0.0.1:%d%s".formatted(address().getPort(), path));
    }

    /** Resets every open connection. */
    public void cutAll() {
        connections.forEach(this::cut);
    }

    /** Closes every open connection as if that were in order. */
    public void closeAll() {
        connections.forEach(this::close);
    }

    /** Lets nothing more pass this way on the connections that are open now; their ends, too, come only afterwards. */
    public void stallAll(Way way, Duration time) {
        connections.forEach(connection -> stall(connection, way, time));
    }

    /** As {@link #stallAll(Way, Duration)}, both ways at once. */
    public void stallAll(Duration time) {
        connections.forEach(connection -> stall(connection, time));
    }

    /** Tells the receivers that way that nothing more will come; what is still sent that way is lost. */
    public void halfCloseAll(Way way) {
        connections.forEach(connection -> halfClose(connection, way));
    }

    /** Closes each open connection after this many more bytes that way: the last of them is half a frame's. */
    public void tearAll(Way way, int bytes) {
        connections.forEach(connection -> connection.flow(way).tearAfter(bytes));
    }

    /** Resets new connections at once. The port is kept meanwhile, so that nobody else gets it. */
    public void refuse(Duration time) {
        refusingUntil = System.nanoTime() + time.toNanos();
    }

    /**
     * Does something bad about once in this time, most often a cut, to one of the connections that are open then. The
     * seed decides what is done in which order. Nothing lasts longer than a few of these times: a stalled connection
     * speaks again, a half-closed one is cut.
     */
    public void misbehave(long seed, Duration every) {
        behave();
        plan = Thread.ofVirtual().name("cutting proxy's plan").start(() -> follow(new Random(seed), every));
    }

    /** Ends the plan and all that it or the test began; a connection that lost a half of itself is cut. */
    public void behave() {
        endPlan();
        refuse(Duration.ZERO);
        connections.forEach(ProxiedConnection::heal);
        connections.stream().filter(ProxiedConnection::isHalfClosed).forEach(this::cut);
    }

    /** How many connections are open now. One that both sides have closed still counts until the proxy has seen it. */
    public int open() {
        return connections.size();
    }

    /** How many connections there have been. */
    public int accepted() {
        return accepted.get();
    }

    public int refusals() {
        return refusals.get();
    }

    /** How many connections were cut, closed or torn by the proxy. */
    public int cuts() {
        return cuts.get();
    }

    public int stalls() {
        return stalls.get();
    }

    public int halfCloses() {
        return halfCloses.get();
    }

    @Override
    public void close() {
        endPlan();
        try {
            listener.close();
            join(acceptor);
            connections.forEach(ProxiedConnection::cut);
            threads.shutdown();
            if (!threads.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("a thread of the proxy did not end");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private void endPlan() {
        if (plan != null) {
            plan.interrupt();
            join(plan);
            plan = null;
        }
    }

    private void accept() {
        while (true) {
            try {
                var device = listener.accept();
                if (isRefusing()) {
                    reset(device);
                } else {
                    carry(device);
                }
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private boolean isRefusing() {
        return refusingUntil - System.nanoTime() > 0;
    }

    private void reset(Socket device) throws IOException {
        refusals.incrementAndGet();
        device.setSoLinger(true, 0);
        device.close();
    }

    private void carry(Socket device) {
        accepted.incrementAndGet();
        var connection = new ProxiedConnection(device, cuts::incrementAndGet, connections::remove);
        connections.add(connection);
        threads.execute(() -> connection.run(target, threads));
    }

    private void follow(Random random, Duration every) {
        ProxiedConnection halfClosed = null;
        try {
            while (true) {
                Thread.sleep(some(random, every).plus(every.dividedBy(2)));
                if (halfClosed != null) {
                    cut(halfClosed);
                    halfClosed = null;
                }
                // All that is random is drawn before looking at the connections, so that the seed alone decides it.
                int trouble = random.nextInt(10);
                var way = random.nextBoolean() ? Way.TO_GATEWAY : Way.TO_DEVICE;
                var time = some(random, every.multipliedBy(4));
                int bytes = 1 + random.nextInt(300);
                int which = random.nextInt(1_000);
                var open = List.copyOf(connections);
                if (open.isEmpty()) {
                    continue;
                }
                var connection = open.get(which % open.size());
                switch (trouble) {
                    case 0, 1, 2 -> cut(connection);
                    case 3, 4 -> close(connection);
                    case 5, 6 -> connection.flow(way).tearAfter(bytes);
                    case 7 -> stall(connection, way, time);
                    case 8 -> halfClosed = halfClose(connection, way) ? connection : null;
                    default -> {
                        cut(connection);
                        refuse(time);
                    }
                }
            }
        } catch (InterruptedException _) {
            // The test says that it is enough.
        }
    }

    private static Duration some(Random random, Duration most) {
        return Duration.ofNanos((long) (random.nextDouble() * most.toNanos()));
    }

    private void cut(ProxiedConnection connection) {
        if (connection.cut()) {
            cuts.incrementAndGet();
        }
    }

    private void close(ProxiedConnection connection) {
        if (connection.close()) {
            cuts.incrementAndGet();
        }
    }

    private void stall(ProxiedConnection connection, Way way, Duration time) {
        stalls.incrementAndGet();
        connection.flow(way).stall(time);
    }

    private void stall(ProxiedConnection connection, Duration time) {
        stalls.incrementAndGet();
        connection.flow(Way.TO_GATEWAY).stall(time);
        connection.flow(Way.TO_DEVICE).stall(time);
    }

    private boolean halfClose(ProxiedConnection connection, Way way) {
        try {
            if (connection.flow(way).halfClose()) {
                halfCloses.incrementAndGet();
                return true;
            }
        } catch (IOException _) {
            // It has ended by itself.
        }
        return false;
    }

    private static void join(Thread thread) {
        try {
            if (!thread.join(PATIENCE)) {
                throw new AssertionError(thread.getName() + " did not end");
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }
}
