package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.switchboard.core.failure.FatalErrors;
import io.netty.buffer.PooledByteBufAllocator;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts servers on any port and stops them after the test; no buffer may have been lost when its class is over. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ServerTest {
    static final SocketSettings SETTINGS =
            new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), 1024 * 1024, 1024 * 1024, 1_024);

    static {
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.INFO);
        Leaks.watch();
    }

    private final List<AutoCloseable> open = new ArrayList<>();

    NetServer serve(RequestHandler handler) {
        return serve(NetSettings.of("127.0.0.1", 0), handler);
    }

    NetServer serve(NetSettings settings, RequestHandler handler) {
        return closed(NetServer.start(settings, handler));
    }

    /** A server that has as much memory as these say. */
    NetServer serve(NetTotals totals, RequestHandler handler) {
        return closed(NetServer.start(NetSettings.of("127.0.0.1", 0), handler, totals, FatalErrors.LOGGED));
    }

    NetServer closed(NetServer server) {
        open.add(() -> server.close(Duration.ZERO));
        return server;
    }

    NetServer sockets(SocketListener listener) {
        return sockets(SETTINGS, listener);
    }

    NetServer sockets(SocketSettings settings, SocketListener listener) {
        return serve(_ -> new Response.Upgrade(settings, listener));
    }

    RawClient connect(NetServer server) throws Exception {
        return closing(RawClient.to(server));
    }

    RawClient upgrade(NetServer server) throws Exception {
        return connect(server).upgrade();
    }

    <T extends AutoCloseable> T closing(T closeable) {
        open.addFirst(closeable);
        return closeable;
    }

    HttpClient http() {
        return closing(HttpClient.newHttpClient());
    }

    static URI uri(NetServer server, String path) {
        return URI.create("http://127.0.0.1:" + server.boundAddress().getPort() + path);
    }

    static Response.Full text(String text) {
        return new Response.Full(
                200, Headers.of("Content-Type", "text/plain"), text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @AfterEach
    void stop() throws Exception {
        for (var each : open) {
            each.close();
        }
    }

    /** Once a class, because the search for what nobody holds takes longer than most of these tests. */
    @AfterAll
    static void lookForLeaks() {
        System.gc();
        // The detector looks when the next buffer is made.
        PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
        assertThat(Leaks.reports()).isEmpty();
    }
}
