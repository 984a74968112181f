package dev.switchboard.app.proof;

import dev.switchboard.testkit.RawSocket;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that ask for much and read nothing, or send what is no message, over and over until they are closed. Each keeps
 * what it holds for a while and then comes back.
 */
final class BadClients implements AutoCloseable {
    private static final int UNFINISHED = 1024 * 1024;
    private static final int SMALL_BUFFER = 4_096;
    private static final Duration HELD = Duration.ofSeconds(5);
    private static final Duration BEFORE_COMING_BACK = Duration.ofMillis(200);

    private interface Badness {
        void done(URI gateway) throws IOException, InterruptedException;
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger came = new AtomicInteger();
    private final AtomicInteger cut = new AtomicInteger();
    private final URI channel;
    private final String token;

    /** @param token lets them read tasks, nothing more */
    BadClients(URI channel, String token) {
        this.channel = channel;
        this.token = token;
    }

    /** Devices that send all of a message of a megabyte but its end. */
    BadClients unfinishedFrames(int count) {
        return overAndOver(count, at -> {
            try (var socket = RawSocket.open(at)) {
                socket.text("{\"type\":\"connect\",\"peer_id\":\"bad-%d\"}".formatted(came.get()));
                socket.bytes(RawSocket.header(RawSocket.FINAL | RawSocket.TEXT, UNFINISHED));
                socket.bytes(new byte[UNFINISHED - 1]);
                holdAndLook(socket);
            }
        });
    }

    /** Streams of a session's events that nobody reads. */
    BadClients unreadFeeds(int count, String path) {
        return overAndOver(count, at -> {
            try (var socket = RawSocket.plain(at, SMALL_BUFFER)) {
                socket.bytes(request(at, path));
                holdAndLook(socket);
            }
        });
    }

    /** Boards that ask for all there is and read none of it. */
    BadClients unreadBoards(int count) {
        return overAndOver(count, at -> {
            try (var socket = RawSocket.open(at.resolve("/api/board/ws"), SMALL_BUFFER)) {
                socket.text(envelope("connection:auth", """
                    {"device_id":"bad-%d","token":"%s","role":"operator","scopes":["*"]}
                    """.formatted(came.get(), token)));
                for (int i = 0; i < 400; i++) {
                    socket.text(envelope("task:list", "{}"));
                    Thread.sleep(10);
                }
                holdAndLook(socket);
            }
        });
    }

    /** Whatever bytes come, before and after a handshake. */
    BadClients garbage(int count, Random random) {
        return overAndOver(count, at -> {
            var noise = new byte[random.nextInt(20_000)];
            random.nextBytes(noise);
            try (var socket = random.nextBoolean() ? RawSocket.plain(at) : RawSocket.open(at)) {
                socket.bytes(noise);
                socket.bytes(noise);
            }
        });
    }

    /** How often one of them came. */
    int came() {
        return came.get();
    }

    /** How many found themselves refused or cut. */
    int cut() {
        return cut.get();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(60, TimeUnit.SECONDS)) {
                throw new AssertionError("a bad client did not end");
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private BadClients overAndOver(int count, Badness badness) {
        for (int i = 0; i < count; i++) {
            threads.execute(() -> {
                while (!threads.isShutdown()) {
                    came.incrementAndGet();
                    try {
                        badness.done(channel);
                    } catch (IOException _) {
                        cut.incrementAndGet();
                    } catch (InterruptedException _) {
                        return;
                    }
                    try {
                        Thread.sleep(BEFORE_COMING_BACK);
                    } catch (InterruptedException _) {
                        return;
                    }
                }
            });
        }
        return this;
    }

    /** Whoever was cut meanwhile notices with the second byte. */
    private static void holdAndLook(RawSocket socket) throws IOException, InterruptedException {
        Thread.sleep(HELD);
        socket.bytes(new byte[1]);
        Thread.sleep(100);
        socket.bytes(new byte[1]);
    }

    private byte[] request(URI at, String path) {
        return """
            GET %s HTTP/1.1
            Host: 127.0.0.1:%d
            Authorization: Bearer %s
            Accept: text/event-stream

            """.formatted(path, at.getPort(), token).replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String envelope(String type, String payload) {
        return "{\"type\":\"%s\",\"id\":\"bad\",\"timestamp\":\"2026-11-16T10:30:00.000Z\",\"payload\":%s}"
                .formatted(type, payload);
    }
}
