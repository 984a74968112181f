package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.proof.ToolModel.Call;
import dev.switchboard.app.proof.ToolModel.Said;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One token that reads two hundred results of ten megabytes at once, and a device that only wants an answer. */
@Timeout(180)
class ManyResultsIT {
    private static final int READERS = 200;
    private static final int BYTES = 10_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    @Test
    void mostAreToldToWaitAndTheDeviceIsAnsweredMeanwhile() throws Exception {
        Files.createDirectories(folder.resolve("work"));
        try (var model = new ToolModel(
                        asked -> asked.steps() == 0 && asked.people().size() == 1
                                ? Said.calls(Call.exec("yes 0123456789abcde | head -c " + BYTES))
                                : Said.text("done"));
                var gateway = GatewayChild.start(
                        folder.resolve("data"),
                        GatewayChild.working(folder, model.url(), "always_execute", Duration.ofMinutes(5)));
                var device = Device.connect(gateway.channel(), "modest")) {
            device.message("m-0", "go");
            device.next("message");
            var result =
                    "http://%s/api/events/%s/result".formatted(gateway.channel().getAuthority(), toolEnd(gateway));
            var token = tokenThatReads(gateway);

            Map<Integer, Integer> answers = new ConcurrentHashMap<>();
            var over = new CountDownLatch(READERS);
            for (int n = 0; n < READERS; n++) {
                Thread.startVirtualThread(() -> {
                    try {
                        answers.merge(read(result, token), 1, Integer::sum);
                    } finally {
                        over.countDown();
                    }
                });
            }
            long slowest = 0;
            int asked = 0;
            do {
                long before = System.nanoTime();
                device.message("m-" + ++asked, "hello");
                device.next("message");
                slowest = Math.max(slowest, System.nanoTime() - before);
            } while (over.getCount() > 0);
            System.out.printf(
                    "%s, %d answers meanwhile, the slowest after %d ms%n", answers, asked, slowest / 1_000_000);

            assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(answers).containsOnlyKeys(200, 429);
            assertThat(answers.get(429)).isGreaterThan(READERS / 2);
            assertThat(read(result, token)).as("when they are over").isEqualTo(200);
        }
    }

    private static String toolEnd(GatewayChild gateway) throws InterruptedException {
        return gateway.get("/api/sessions/terminal-dev:local:modest/events?limit=500")
                .path("events")
                .valueStream()
                .map(line -> line.path("event"))
                .filter(event -> event.path("type").stringValue("").equals("tool_end"))
                .findFirst()
                .orElseThrow()
                .path("id")
                .stringValue();
    }

    private static String tokenThatReads(GatewayChild gateway) throws Exception {
        var wish = Json.mapper().createObjectNode().put("name", "greedy");
        wish.putArray("scopes").add("task:read");
        var made = gateway.post("/api/tokens", wish).get();
        return Json.mapper().readTree(made.body()).get("secret").stringValue();
    }

    /** The status; a result has come whole. */
    private static int read(String result, String token) {
        var request = HttpRequest.newBuilder(URI.create(result))
                .header("Authorization", "Bearer " + token)
                .timeout(PATIENCE)
                .build();
        try {
            var answer = HTTP.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (var body = answer.body()) {
                long length = body.transferTo(OutputStream.nullOutputStream());
                return answer.statusCode() == 200 && length < BYTES ? -1 : answer.statusCode();
            }
        } catch (IOException e) {
            return -2;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
