package dev.switchboard.bench;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A gateway as a person starts it: the launcher, its JVM options, a data folder of its own on the same disk. */
final class GatewayUnderTest implements AutoCloseable {
    static final String PATH = "/api/channels/terminal-dev/ws";
    private static final long START_WITHIN_NANOS = 60_000_000_000L;

    /** Not more often: each look takes processor time from what is measured. */
    private static final long LOOK_EVERY_MILLIS = 5;

    private final Child child;
    private final Path data;
    private final int port;
    private final StartUp startUp;

    /**
     * From the start of the launcher on.
     *
     * @param accepted until it took a connection
     * @param answered until it had answered the request on it
     */
    record StartUp(Duration accepted, Duration answered) {}

    private GatewayUnderTest(Child child, Path data, int port, StartUp startUp) {
        this.child = child;
        this.data = data;
        this.port = port;
        this.startUp = startUp;
    }

    /** Returns when it has answered its first request. */
    static GatewayUnderTest start(Path launcher, Path folder, String name, boolean aot) {
        int port = freePort();
        var data = folder.resolve(name);
        var builder = new ProcessBuilder(
                launcher.toString(), "serve", "--port", Integer.toString(port), "--data", data.toString());
        if (!aot) {
            builder.environment().put("SWITCHBOARD_AOT", "off");
        }
        long from = System.nanoTime();
        var child = Child.start(builder, folder, name);
        var startUp = firstRequest(port, from);
        while (startUp.isEmpty()) {
            child.mustLive();
            if (System.nanoTime() - from > START_WITHIN_NANOS) {
                child.close();
                throw new MeasureException("the gateway did not start within a minute");
            }
            Pause.millis(LOOK_EVERY_MILLIS);
            startUp = firstRequest(port, from);
        }
        return new GatewayUnderTest(child, data, port, startUp.get());
    }

    private static int freePort() {
        try (var socket = new java.net.ServerSocket()) {
            socket.bind(new InetSocketAddress("127.0.0.1", 0));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new MeasureException("no free port", e);
        }
    }

    /** Empty while nobody listens. */
    private static Optional<StartUp> firstRequest(int port, long from) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
            var accepted = Duration.ofNanos(System.nanoTime() - from);
            if (!get(socket, port, "/healthz", "").startsWith("HTTP/1.1 200")) {
                throw new MeasureException("the gateway is not well after its start");
            }
            return Optional.of(new StartUp(accepted, Duration.ofNanos(System.nanoTime() - from)));
        } catch (ConnectException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new MeasureException("the gateway listens but does not answer", e);
        }
    }

    private static String get(Socket socket, int port, String path, String header) throws IOException {
        var request =
                "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s\r\n".formatted(path, port, header);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    Fleet fleet(String peers, Fleet.Listener listener) {
        return new Fleet(port, PATH, peers, listener);
    }

    /** One of the figures at {@code /metrics}. */
    double metric(String name) {
        try (var socket = new Socket("127.0.0.1", port)) {
            var token = Files.readString(data.resolve("operator.token")).strip();
            return get(socket, port, "/metrics", "Authorization: Bearer " + token + "\r\n")
                    .lines()
                    .filter(line -> line.startsWith(name + " "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                    .findFirst()
                    .orElseThrow(() -> new MeasureException("there is no metric " + name));
        } catch (IOException e) {
            throw new MeasureException("cannot read the metrics", e);
        }
    }

    double commits() {
        return metric("switchboard_store_commits_total");
    }

    /** Fails unless the offline agent answers: any other model would be what is measured. */
    void mustBeOffline(Path folder, String name) {
        try {
            if (!Files.readString(folder.resolve(name + ".out")).contains(": offline")) {
                throw new MeasureException("a model was found on this machine; stop the local Ollama while measuring");
            }
        } catch (IOException e) {
            throw new MeasureException("cannot read what the gateway printed", e);
        }
    }

    List<String> jvmOptions() {
        return child.jvmOptions();
    }

    long residentKib() {
        child.mustLive();
        return child.residentKib();
    }

    Duration cpu() {
        return child.cpu();
    }

    StartUp startUp() {
        return startUp;
    }

    @Override
    public void close() {
        child.close();
    }
}
