package dev.switchboard.providers;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server that plays a script: the n-th request gets the n-th scene, byte for byte and chunk for chunk. After
 * the last scene it refuses with 599, so that a request too many is seen.
 */
final class ScriptedServer implements AutoCloseable {
    record Request(String method, String path, Map<String, String> headers, String body) {}

    interface Waiting {
        void await() throws InterruptedException;
    }

    enum Ending {
        FINISH,
        /** The connection closes without the chunk that ends a body. */
        CUT,
        /** The connection stays open until the client closes it. */
        HOLD
    }

    /** @param chunks null if not even the head of the response is sent */
    record Scene(int status, List<String> headers, @Nullable List<byte[]> chunks, Ending ending, Waiting beforeEnding) {
        Scene(int status, List<String> headers, @Nullable List<byte[]> chunks, Ending ending) {
            this(status, headers, chunks, ending, () -> {});
        }

        /** Ends only when something has happened: an HTTP client may drop bytes that come together with a close. */
        Scene endingAfter(Waiting event) {
            return new Scene(status, headers, chunks, ending, event);
        }

        static Scene silence() {
            return new Scene(200, List.of(), null, Ending.HOLD);
        }

        static Scene status(int status, String body, String... headers) {
            return new Scene(status, List.of(headers), List.of(utf8(body)), Ending.FINISH);
        }

        static Scene stream(Ending ending, String contentType, List<byte[]> chunks) {
            return new Scene(200, List.of("Content-Type: " + contentType), chunks, ending);
        }

        boolean isChunked() {
            return !headers.contains("Connection: close");
        }
    }

    private final Thread acceptor;
    private final ServerSocket socket;
    private final BlockingQueue<Scene> script = new LinkedBlockingQueue<>();
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CompletableFuture<Void> closedByClient = new CompletableFuture<>();

    ScriptedServer() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        acceptor = Thread.ofVirtual().start(this::accept);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    ScriptedServer plays(Scene... scenes) {
        script.addAll(Arrays.asList(scenes));
        return this;
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    Request nextRequest() throws InterruptedException {
        Request request = requests.poll(60, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came");
        }
        return request;
    }

    int requestsLeft() {
        return requests.size();
    }

    int connections() {
        return connections.get();
    }

    /** All of a scene that holds has been sent. */
    void awaitHeld() throws InterruptedException {
        if (!held.await(60, TimeUnit.SECONDS)) {
            throw new AssertionError("no scene is held");
        }
    }

    /** The client has closed a connection that was held. */
    CompletableFuture<Void> closedByClient() {
        return closedByClient;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                connections.incrementAndGet();
                connection.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket connection) {
        try (connection;
                InputStream in = new BufferedInputStream(connection.getInputStream());
                OutputStream out = connection.getOutputStream()) {
            Request request;
            while ((request = read(in)) != null) {
                Scene scene = script.poll();
                requests.add(request);
                if (!play(scene == null ? Scene.status(599, "a request too many") : scene, in, out)) {
                    return;
                }
            }
        } catch (IOException e) {
            // the client went away
        }
    }

    /** Whether the connection can be used again. */
    private boolean play(Scene scene, InputStream in, OutputStream out) throws IOException {
        if (scene.chunks() != null) {
            send(scene, scene.chunks(), out);
        }
        if (scene.ending() == Ending.HOLD) {
            held.countDown();
            awaitClose(in);
        }
        return scene.ending() == Ending.FINISH && scene.isChunked();
    }

    private static void send(Scene scene, List<byte[]> chunks, OutputStream out) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + scene.status() + " Scripted\r\n");
        scene.headers().forEach(header -> head.append(header).append("\r\n"));
        head.append(scene.isChunked() ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n");
        out.write(utf8(head.toString()));
        out.flush();
        for (byte[] chunk : chunks) {
            if (scene.isChunked()) {
                out.write(utf8(Integer.toHexString(chunk.length) + "\r\n"));
            }
            out.write(chunk);
            if (scene.isChunked()) {
                out.write(utf8("\r\n"));
            }
            out.flush();
        }
        try {
            scene.beforeEnding().await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        if (scene.ending() == Ending.FINISH && scene.isChunked()) {
            out.write(utf8("0\r\n\r\n"));
            out.flush();
        }
    }

    private void awaitClose(InputStream in) {
        try {
            while (in.read() >= 0) {
                // a client that waits sends nothing
            }
        } catch (IOException e) {
            // a reset is a close too
        }
        closedByClient.complete(null);
    }

    private static @Nullable Request read(InputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>();
        String header;
        while (!(header = line(in)).isEmpty()) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        String[] words = first.split(" ", -1);
        return new Request(words[0], words[1], headers, body);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int c;
        while ((c = in.read()) >= 0 && c != '\n') {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    /** Returns when nobody is let in any more; until its thread has noticed, one might still be. */
    @Override
    public void close() {
        try {
            socket.close();
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }
}
