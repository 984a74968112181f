package dev.switchboard.tools.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;

/** An HTTP server that sends prepared bytes for each path, whatever they are; 404 for any other. */
final class PageServer implements AutoCloseable {
    private final Thread acceptor;
    private final ServerSocket socket;
    private final Map<String, byte[]> pages = new ConcurrentHashMap<>();
    private final Map<String, Boolean> held = new ConcurrentHashMap<>();
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final CountDownLatch closedByClient = new CountDownLatch(1);

    PageServer() {
        this("127.0.0.1", 0, ServerSocketFactory.getDefault());
    }

    PageServer(String address, int port, ServerSocketFactory sockets) {
        try {
            socket = sockets.createServerSocket(port, 50, InetAddress.ofLiteral(address));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        acceptor = Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** By its address, which the test's rule allows. */
    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    /** @param head status line and headers, each on a line of its own */
    PageServer serves(String path, String head, byte[] body) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes((head.strip().replace("\n", "\r\n") + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(body);
        pages.put(path, bytes.toByteArray());
        return this;
    }

    PageServer serves(String path, String head, String body) {
        return serves(path, head, body.getBytes(StandardCharsets.UTF_8));
    }

    /** The same, but the connection stays open until the client closes it. */
    PageServer holds(String path, String start) {
        pages.put(path, start.getBytes(StandardCharsets.UTF_8));
        held.put(path, true);
        return this;
    }

    PageServer redirects(String path, String location) {
        return serves(path, "HTTP/1.1 302 Found\nLocation: " + location, "");
    }

    /** All lines of the next request. */
    List<String> nextRequest() throws InterruptedException {
        String request = requests.poll(60, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came");
        }
        return request.lines().toList();
    }

    int requestsLeft() {
        return requests.size();
    }

    boolean closedByClient() throws InterruptedException {
        return closedByClient.await(60, TimeUnit.SECONDS);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            String request = request(connection.getInputStream());
            if (request.isEmpty()) {
                return;
            }
            requests.add(request);
            String path = request.split(" ", 3)[1];
            byte[] page = pages.getOrDefault(
                    path,
                    "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n\r\nnothing here"
                            .getBytes(StandardCharsets.UTF_8));
            connection.getOutputStream().write(page);
            connection.getOutputStream().flush();
            if (held.containsKey(path)) {
                awaitClose(connection.getInputStream());
            }
        } catch (IOException e) {
            // the client went away
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
        closedByClient.countDown();
    }

    private static String request(InputStream in) throws IOException {
        var head = new StringBuilder();
        int c;
        while (head.indexOf("\r\n\r\n") < 0 && (c = in.read()) >= 0) {
            head.append((char) c);
        }
        var length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        return head + new String(body, StandardCharsets.UTF_8);
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
