package dev.switchboard.app.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import dev.switchboard.tools.exec.ExecTool;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A conversation is reset and deleted in the middle of everything, over real sockets. */
class ResetIT {
    private static final String SESSION = "/api/sessions/terminal-dev%3Alocal%3Adesk";
    private static final String FORGOTTEN = "This conversation was reset; the answer is no longer kept.";
    private static final String NOT_RUN = "The conversation was reset before this was run.";

    @TempDir
    Path temp;

    private final ScriptedModel model = new ScriptedModel((request, listener) -> {
        var said = Said.last(request);
        if (said.startsWith("run ")) {
            var call = new ToolCall(
                    "call_1",
                    "exec",
                    Json.mapper()
                            .createObjectNode()
                            .put("command", said.substring(4))
                            .toString());
            return new ModelReply("", null, List.of(call), null, ModelReply.Finish.TOOL_CALLS);
        }
        return ModelReply.text("echo: " + said);
    });
    private TestGateway gateway;

    @BeforeEach
    void start() throws Exception {
        var workspace = Files.createDirectory(temp.resolve("workspace"));
        Files.createDirectory(temp.resolve("data"));
        var abilities = new Abilities(
                workspace,
                () -> List.of(new ExecTool(Map.of("PATH", System.getenv("PATH")), workspace.resolveSibling("output"))),
                ApprovalMode.AGENT_DECIDES,
                List.of(),
                Duration.ofMinutes(5),
                RunLimits.DEFAULT,
                null,
                null);
        gateway = TestGateway.start(
                temp.resolve("data"),
                TestGateway.config(30, null),
                Map.of("default", new ModelAgent("default", model, null, abilities)),
                new LocalBus(),
                Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void everything_that_is_open_gets_its_end_and_what_follows_knows_nothing_of_it() throws Exception {
        try (var device = connected()) {
            device.message("m-1", "The fence is quetzal green.");
            assertThat(text(device.next("message"), "text")).isEqualTo("echo: The fence is quetzal green.");
            device.message("m-2", "run echo quetzal");
            device.next("notice");
            device.message("m-3", "quetzal three");
            device.message("m-4", "quetzal four");
            acknowledged(device, "m-3");
            acknowledged(device, "m-4");
            var before = gateway.get(SESSION + "/events").get("events").size();
            var stream = new EventLines(before);

            var reset = post(SESSION + "/reset");
            assertThat(reset.statusCode()).as(reset.body()).isEqualTo(200);
            assertThat(text(Json.mapper().readTree(reset.body()), "state")).isEqualTo("IDLE");

            var ends = new HashMap<String, String>();
            while (ends.size() < 3) {
                var end = device.next("message");
                ends.put(text(end, "message_id"), text(end, "text"));
            }
            assertThat(ends)
                    .containsEntry("m-2", "This was stopped because the conversation was reset.")
                    .containsEntry("m-3", NOT_RUN)
                    .containsEntry("m-4", NOT_RUN);
            assertThat(gateway.get("/api/approvals").get("approvals").size()).isZero();
            for (var id : List.of("m-1", "m-2", "m-3")) {
                device.message(id, "quetzal again");
                var ack = acknowledged(device, id);
                assertThat(ack.get("duplicate").booleanValue()).isTrue();
                assertThat(ack.get("pending").booleanValue()).isFalse();
                assertThat(text(ack, "code")).isEqualTo("forgotten");
                assertThat(text(ack, "finish_reason")).isEqualTo("error");
                assertThat(text(ack, "reply")).isEqualTo(FORGOTTEN);
            }

            device.message("m-5", "Which colour has the fence?");
            assertThat(text(device.next("message"), "text")).isEqualTo("echo: Which colour has the fence?");
            assertThat(model.asked().getLast().messages().toString()).doesNotContain("quetzal");
            var page = gateway.get(SESSION + "/events?after=1");
            assertThat(page.get("gap").booleanValue()).isTrue();
            assertThat(page.get("events").get(0).get("seq").longValue()).isEqualTo(before + 1);
            assertThat(page.toString()).doesNotContain("quetzal");
            assertThat(gateway.get(SESSION + "/events").has("gap")).isFalse();
            assertThat(gateway.get("/api/channels/terminal-dev/events").toString())
                    .doesNotContain("quetzal");
            assertThat(gateway.get("/api/sessions?q=quetzal").get("sessions").size())
                    .isZero();
            await().untilAsserted(() -> assertThat(String.join("", stream.lines))
                    .contains("\"subtype\":\"new_session\"", NOT_RUN, "Which colour has the fence?"));
        }
    }

    @Test
    void a_deleted_session_ends_its_streams_and_comes_back_fresh() throws Exception {
        try (var device = connected()) {
            device.message("m-1", "quetzal");
            device.next("message");
            var seen = gateway.get(SESSION + "/events").get("next").longValue();
            var stream = new EventLines(seen);

            var deleted = gateway.send(asOperator(SESSION).DELETE());
            assertThat(deleted.statusCode()).as(deleted.body()).isEqualTo(204);

            assertThat(stream.thread.join(Duration.ofSeconds(60))).isTrue();
            assertThat(String.join("", stream.lines)).contains("\"subtype\":\"new_session\"");
            assertThat(gateway.send(asOperator(SESSION + "/events")).statusCode())
                    .isEqualTo(404);
            assertThat(gateway.get("/api/sessions").get("sessions").size()).isZero();
            device.message("m-1", "quetzal");
            assertThat(text(acknowledged(device, "m-1"), "code")).isEqualTo("forgotten");
            assertThat(gateway.get("/api/sessions").get("sessions").size())
                    .as("an id from before brings nothing back")
                    .isZero();

            device.message("m-2", "good morning");
            assertThat(text(device.next("message"), "text")).isEqualTo("echo: good morning");
            var back = gateway.get("/api/sessions").get("sessions").get(0);
            assertThat(text(back, "name")).isEqualTo("desk");
            assertThat(back.get("last_seq").longValue()).isGreaterThan(seen + 1);
            assertThat(model.asked().getLast().messages().toString()).doesNotContain("quetzal");
        }
    }

    @Test
    void a_run_that_takes_long_to_end_holds_no_end_up_and_sends_none_twice() throws Exception {
        var asked = new CountDownLatch(1);
        var letGo = new CountDownLatch(1);
        model.script((request, _) -> {
            if (Said.last(request).equals("hold on")) {
                asked.countDown();
                holdOn(letGo);
            }
            return ModelReply.text("echo: " + Said.last(request));
        });
        try (var device = connected()) {
            device.message("m-1", "hold on");
            device.message("m-2", "later");
            acknowledged(device, "m-2");
            asked.await();

            var deleting = CompletableFuture.supplyAsync(
                    () -> gateway.send(asOperator(SESSION).DELETE()));
            var ends = new ArrayList<String>();
            ends.add(text(device.next("message"), "message_id"));
            ends.add(text(device.next("message"), "message_id"));
            assertThat(ends).containsExactlyInAnyOrder("m-1", "m-2");
            letGo.countDown();
            assertThat(deleting.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(204);

            device.message("m-3", "good morning");
            assertThat(text(device.next("message"), "message_id"))
                    .as("nothing came in between")
                    .isEqualTo("m-3");
        }
    }

    @Test
    void a_webhook_from_before_is_answered_in_words() {
        var first = gateway.post("/api/channels/hooks/webhook", hook());
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(post("/api/sessions/hooks%3Alocal%3Aci/reset").statusCode()).isEqualTo(200);

        var again = gateway.post("/api/channels/hooks/webhook", hook());
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(Json.mapper().readTree(again.body()))
                .isEqualTo(Json.mapper()
                        .readTree("{\"message_id\":\"b-1\",\"session_id\":\"hooks:local:ci\",\"text\":\"" + FORGOTTEN
                                + "\",\"finish_reason\":\"error\",\"duplicate\":true,\"code\":\"forgotten\"}"));
    }

    /** As a library does that swallows interrupts. */
    private static void holdOn(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException _) {
                // Held on to all the same.
            }
        }
    }

    private static String hook() {
        return "{\"peer_id\":\"ci\",\"message_id\":\"b-1\",\"text\":\"the build is broken\"}";
    }

    private Device connected() throws InterruptedException {
        var device = Device.open(gateway.channel("terminal-dev"));
        device.send("{\"type\":\"connect\",\"peer_id\":\"desk\",\"capabilities\":[\"text\",\"notices\"]}");
        device.next("connected");
        return device;
    }

    private static JsonNode acknowledged(Device device, String id) throws InterruptedException {
        while (true) {
            var ack = device.next("ack");
            if (text(ack, "message_id").equals(id)) {
                return ack;
            }
        }
    }

    private HttpResponse<String> post(String path) {
        return gateway.send(asOperator(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
    }

    private HttpRequest.Builder asOperator(String path) {
        return HttpRequest.newBuilder(gateway.http(path)).header("Authorization", "Bearer " + TestGateway.TOKEN);
    }

    private static String text(JsonNode json, String field) {
        return json.get(field).stringValue();
    }

    /** Whoever watches the session, until it is cut off. */
    private final class EventLines {
        final List<String> lines = new CopyOnWriteArrayList<>();
        final Thread thread;

        EventLines(long after) throws Exception {
            var answer = HttpClient.newHttpClient()
                    .sendAsync(
                            asOperator(SESSION + "/events?after=" + after)
                                    .header("Accept", "text/event-stream")
                                    .build(),
                            HttpResponse.BodyHandlers.ofLines())
                    .get(60, TimeUnit.SECONDS);
            thread = Thread.ofVirtual().start(() -> answer.body().forEach(lines::add));
            await().until(() -> !lines.isEmpty());
        }
    }
}
