package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The gateway as a process of its own, on a free port. Closing it kills it, whatever became of the test. */
public final class GatewayChild implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private static final Pattern ADDRESS = Pattern.compile("devices +(ws://(\\S+?)/\\S*)");
    private static final Pattern STACK_TRACE =
            Pattern.compile("\\bat [\\w.$/]+\\([\\w]+\\.java:\\d+\\)|^Caused by: |^Exception in thread");
    /** What the launcher script gives the JVM, and the quick compiler alone: these gateways live for seconds. */
    private static final List<String> JVM = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private final Path data;
    private final Process process;
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final CompletableFuture<URI> devices = new CompletableFuture<>();
    private final Thread outReader;
    private final Thread errReader;

    private GatewayChild(Path data, Process process) {
        this.data = data;
        this.process = process;
        this.outReader = read(process.inputReader(StandardCharsets.UTF_8), this::heard);
        this.errReader = read(process.errorReader(StandardCharsets.UTF_8), logged::add);
        process.onExit().thenRun(() -> devices.completeExceptionally(new IOException("the gateway has ended")));
    }

    /** Starts it and does not wait for it. */
    static GatewayChild launch(Path data, Path config, String... under) {
        return launch(512, 0, data, config, under);
    }

    private static GatewayChild launch(int megabytes, int port, Path data, Path config, String... under) {
        var command = new ArrayList<>(List.of(under));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.add("-Xmx" + megabytes + "m");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.switchboard.app.Main", "serve"));
        command.addAll(
                List.of("--port", String.valueOf(port), "--data", data.toString(), "--config", config.toString()));
        var builder = new ProcessBuilder(command);
        // Nothing of whoever runs the tests: no keys, no proxies, no settings.
        builder.environment().keySet().retainAll(List.of("PATH", "TMPDIR"));
        builder.environment().put("HOME", config.toAbsolutePath().getParent().toString());
        try {
            return new GatewayChild(data, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static GatewayChild start(Path data, Path config, String... under) throws InterruptedException {
        return listening(launch(data, config, under));
    }

    /** One that is found where the last one was. */
    public static GatewayChild startAt(int port, Path data, Path config) throws InterruptedException {
        return listening(launch(512, port, data, config));
    }

    /** One with little memory. */
    static GatewayChild small(Path data, Path config, int megabytes) throws InterruptedException {
        return listening(launch(megabytes, 0, data, config));
    }

    private static GatewayChild listening(GatewayChild child) throws InterruptedException {
        try {
            child.channel();
            return child;
        } catch (AssertionError e) {
            child.close();
            throw e;
        }
    }

    /** A configuration with the offline agent. */
    static Path offline(Path folder) {
        return config(folder, "{\"agents\": {\"default\": {\"model\": \"offline\"}}}");
    }

    /** A configuration whose agent asks the server at this address, for devices and the webhook {@code hooks}. */
    public static Path asking(Path folder, URI model) {
        return config(folder, """
            {
              "agents": {"default": {"model": "openai/x", "baseUrl": "%s", "apiKey": "test"}},
              "channels": {
                "terminal-dev": {"kind": "terminal", "mode": "websocket"},
                "hooks": {"kind": "webhook", "mode": "sync"}
              }
            }
            """.formatted(model));
    }

    /**
     * A configuration whose agent asks the server at this address and works in {@code work} beside it.
     *
     * @param approval when its device's owner is asked
     */
    static Path working(Path folder, URI model, String approval, Duration approvalTimeout) {
        return config(
                folder, """
                    {
                      "agents": {"default": {"model": "openai/x", "baseUrl": "%s", "apiKey": "test", "workspace": "%s",
                        "approval": "%s", "approvalTimeoutSeconds": %d, "maxSteps": 1000}},
                      "channels": {"terminal-dev": {"kind": "terminal", "mode": "websocket", "config": {"approval": "%s"}}}
                    }
                    """.formatted(model, folder.resolve("work"), approval, approvalTimeout.toSeconds(), approval));
    }

    private static Path config(Path folder, String json) {
        try {
            return Files.writeString(folder.resolve("proof.json"), json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where devices connect; waits until the gateway listens. */
    URI channel() throws InterruptedException {
        try {
            return devices.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("the gateway does not listen: %s %s".formatted(said, logged), e);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL; returns when it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit(PATIENCE);
    }

    /** SIGTERM; returns at once. */
    void terminate() {
        process.destroy();
    }

    int awaitExit(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("the gateway has not ended: " + logged);
        }
        outReader.join(patience);
        errReader.join(patience);
        return process.exitValue();
    }

    /** What it wrote to its log. */
    List<String> log() {
        return logged;
    }

    /** What each of its threads does now, virtual ones too. */
    String threads() throws InterruptedException {
        var dump = data.resolveSibling("threads-%d.txt".formatted(pid()));
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            new ProcessBuilder(jcmd, String.valueOf(pid()), "Thread.dump_to_file", dump.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            return Files.readString(dump);
        } catch (IOException e) {
            return "no threads: " + e;
        }
    }

    /** Lines of its output that only a programmer could want to read. */
    List<String> stackTraces() {
        var lines = new ArrayList<>(said);
        lines.addAll(logged);
        return lines.stream().filter(line -> STACK_TRACE.matcher(line).find()).toList();
    }

    private URI http(String path) throws InterruptedException {
        var channel = channel();
        return URI.create("http://%s:%d%s".formatted(channel.getHost(), channel.getPort(), path));
    }

    HttpResponse<String> request(String path) throws InterruptedException {
        try {
            return HTTP.send(operator(path).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(path + " was not answered: " + logged, e);
        }
    }

    /** Sends this and does not wait for the answer. */
    CompletableFuture<HttpResponse<String>> post(String path, JsonNode body) throws InterruptedException {
        var request = operator(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
        return HTTP.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Everything a session's stream has from a cursor on, line by line. */
    HttpResponse<InputStream> stream(String path) throws InterruptedException {
        try {
            var request = operator(path).header("Accept", "text/event-stream");
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new AssertionError(path + " was not answered: " + logged, e);
        }
    }

    private HttpRequest.Builder operator(String path) throws InterruptedException {
        try {
            var token = Files.readString(data.resolve("operator.token")).strip();
            return HttpRequest.newBuilder(http(path))
                    .header("Authorization", "Bearer " + token)
                    .timeout(PATIENCE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A call of the webhook; its answer may be long in coming. */
    CompletableFuture<HttpResponse<String>> call(String messageId, String text) throws InterruptedException {
        var body = Json.mapper()
                .createObjectNode()
                .put("peer_id", "ci")
                .put("message_id", messageId)
                .put("text", text);
        var request = HttpRequest.newBuilder(http("/api/channels/hooks/webhook"))
                .header("Content-Type", "application/json")
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
        return HTTP.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    JsonNode get(String path) throws InterruptedException {
        var response = request(path);
        assertThat(response.statusCode())
                .describedAs("%s: %s", path, response.body())
                .isEqualTo(200);
        return Json.mapper().readTree(response.body());
    }

    /** A figure of {@code /metrics} that has no labels. */
    double figure(String name) throws InterruptedException {
        return request("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no figure " + name));
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    private void heard(String line) {
        said.add(line);
        var address = ADDRESS.matcher(line);
        if (address.find()) {
            devices.complete(URI.create(address.group(1)));
        }
    }

    private static Thread read(BufferedReader from, Consumer<String> to) {
        return Thread.ofVirtual().start(() -> {
            try (from) {
                from.lines().forEach(to);
            } catch (IOException | UncheckedIOException _) {
                // A process that was killed closes its pipes as it likes.
            }
        });
    }
}
