package dev.switchboard.app.conformance.device;

import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.NetServer;
import dev.switchboard.edge.net.NetSettings;
import dev.switchboard.edge.net.Request;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.net.SocketSettings;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Where devices come in. Thread: any. */
final class Door implements AutoCloseable {
    private static final int FRAME = 1024 * 1024;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final AtomicInteger links = new AtomicInteger();
    private final DeviceSettings settings;
    private final NetServer server;
    private volatile boolean busy;

    Door(DeviceSettings settings) {
        this.settings = settings;
        this.server = NetServer.start(NetSettings.of(settings.host(), settings.port()), this::answer);
    }

    URI url() {
        var address = server.boundAddress();
        var host = address.getAddress().isAnyLocalAddress()
                ? thisMachine()
                : address.getAddress().getHostAddress();
        var written = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return URI.create("ws://%s:%d%s".formatted(written, address.getPort(), DeviceSettings.PATH));
    }

    private static String thisMachine() {
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException _) {
            return "127.0.0.1";
        }
    }

    /** While busy it answers whoever knocks with 503. */
    void busy(boolean now) {
        busy = now;
    }

    /** The next thing a device did; null if it did nothing by then. */
    @Nullable
    Event next(Duration wait) throws InterruptedException {
        return events.poll(Math.max(0, wait.toNanos()), TimeUnit.NANOSECONDS);
    }

    private Response answer(Request request) {
        if (!request.upgrade() || !request.path().equals(DeviceSettings.PATH)) {
            events.add(new Event.Strayed("%s %s".formatted(request.method(), request.path())));
            return words(404, "Devices connect to %s, by WebSocket.".formatted(DeviceSettings.PATH));
        }
        boolean letIn = !busy;
        events.add(new Event.Knocked(letIn, System.nanoTime()));
        return letIn
                ? new Response.Upgrade(socket(), new Link(links.incrementAndGet(), events))
                : words(503, "Busy, as the script wants it. Try again later.");
    }

    /** The script decides how long a device may be silent, so the socket itself is patient. */
    private SocketSettings socket() {
        return new SocketSettings(settings.patience(), settings.patience().multipliedBy(2), FRAME, FRAME, 1_024);
    }

    private static Response words(int status, String sentence) {
        var headers = Headers.of("Content-Type", "text/plain; charset=utf-8");
        return new Response.Full(status, headers, sentence.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close(Duration.ofMillis(500));
    }
}
