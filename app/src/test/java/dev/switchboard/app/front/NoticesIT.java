package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.model.offline.OfflineModel;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.testkit.Device;
import dev.switchboard.tools.exec.ExecTool;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A device whose message waits for a person is told so, if it asked to be told. */
class NoticesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String WITH = ",\"capabilities\":[\"text\",\"notices\"]";

    @TempDir
    Path temp;

    private Path workspace;
    private TestGateway gateway;

    @BeforeEach
    void start() throws Exception {
        workspace = Files.createDirectory(temp.resolve("workspace"));
        Files.createDirectory(temp.resolve("data"));
        gateway = start(Duration.ofMinutes(5));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private TestGateway start(Duration patience) {
        var abilities = new Abilities(
                workspace,
                () -> List.of(new ExecTool(Map.of("PATH", System.getenv("PATH")), workspace.resolveSibling("output"))),
                ApprovalMode.AGENT_DECIDES,
                List.of(),
                patience,
                RunLimits.DEFAULT,
                null,
                null);
        return TestGateway.start(
                temp.resolve("data"),
                TestGateway.config(30, null),
                Map.of("default", new ModelAgent("default", new OfflineModel(), null, abilities)),
                new LocalBus(),
                Clock.systemUTC());
    }

    @Test
    void it_is_told_when_its_run_begins_to_wait_and_when_that_is_over() throws Exception {
        try (var device = connect("desk", WITH)) {
            device.message("m-1", "run echo done");
            assertThat(type(device.next())).isEqualTo("ack");

            var waiting = device.next();
            assertThat(waiting.propertyNames())
                    .containsExactlyInAnyOrder("type", "message_id", "code", "text", "approval_id", "expires_at");
            assertThat(type(waiting)).isEqualTo("notice");
            assertThat(text(waiting, "message_id")).isEqualTo("m-1");
            assertThat(text(waiting, "code")).isEqualTo("waiting_for_approval");
            assertThat(text(waiting, "text"))
                    .isEqualTo("This waits until somebody allows exec: switchboard approve shows it and takes the"
                            + " answer.");
            assertThat(text(waiting, "approval_id")).isEqualTo(pending());
            assertThat(Instant.parse(text(waiting, "expires_at"))).isAfter(Instant.now());

            answer(text(waiting, "approval_id"), true);
            var over = device.next();
            assertThat(over.propertyNames())
                    .containsExactlyInAnyOrder("type", "message_id", "code", "text", "approval_id");
            assertThat(text(over, "code")).isEqualTo("approval_resolved");
            assertThat(text(over, "message_id")).isEqualTo("m-1");
            assertThat(text(over, "text")).isEqualTo("It was allowed.");
            assertThat(text(over, "approval_id")).isEqualTo(text(waiting, "approval_id"));

            var reply = device.next();
            assertThat(type(reply)).isEqualTo("message");
            assertThat(text(reply, "text")).contains("done");
        }
    }

    @Test
    void a_refusal_and_a_time_that_is_up_are_told_in_words() throws Exception {
        try (var device = connect("desk", WITH)) {
            device.message("m-1", "run echo never");
            answer(text(device.next("notice"), "approval_id"), false);
            assertThat(text(device.next("notice"), "text")).isEqualTo("It was refused.");
            device.next("message");
        }
        gateway.close();
        gateway = start(Duration.ofMillis(300));
        try (var device = connect("desk", WITH)) {
            device.message("m-2", "run echo never");
            device.next("notice");
            assertThat(text(device.next("notice"), "text")).isEqualTo("Nobody answered in time, so it was refused.");
            device.next("message");
        }
    }

    @Test
    void who_did_not_ask_is_told_nothing() throws Exception {
        for (var capabilities :
                List.of("", ",\"capabilities\":[\"text\"]", ",\"capabilities\":[\"text\",\"replay\"]")) {
            try (var device = connect("plain", capabilities)) {
                var id = "m-" + capabilities.length();
                device.message(id, "run echo done");
                assertThat(type(device.next())).isEqualTo("ack");
                answer(pending(), true);
                assertThat(type(device.next())).as("after " + capabilities).isEqualTo("message");
            }
        }
    }

    @Test
    void only_the_peer_whose_message_it_is_is_told() throws Exception {
        try (var device = connect("desk", WITH);
                var neighbour = connect("neighbour", WITH)) {
            device.message("m-1", "run echo done");
            var waiting = device.next("notice");
            try (var late = connect("late", WITH)) {
                answer(text(waiting, "approval_id"), true);
                device.next("message");
                assertThat(type(late.send("{\"type\":\"ping\"}").next())).isEqualTo("pong");
            }
            assertThat(type(neighbour.send("{\"type\":\"ping\"}").next())).isEqualTo("pong");
        }
    }

    @Test
    void a_device_that_comes_back_is_told_again_and_on_one_connection_once() throws Exception {
        String approval;
        try (var device = connect("desk", WITH)) {
            device.message("m-1", "run echo done");
            approval = text(device.next("notice"), "approval_id");
            device.cut();
        }
        try (var device = connect("desk", WITH)) {
            var again = device.next();
            assertThat(text(again, "code")).isEqualTo("waiting_for_approval");
            assertThat(text(again, "message_id")).isEqualTo("m-1");
            assertThat(text(again, "approval_id")).isEqualTo(approval);
            for (int i = 0; i < 3; i++) {
                assertThat(type(device.message("m-1", "run echo done").next())).isEqualTo("ack");
            }
            answer(approval, true);
            assertThat(text(device.next(), "code")).isEqualTo("approval_resolved");
            assertThat(type(device.next())).isEqualTo("message");
        }
        try (var device = connect("desk", WITH)) {
            assertThat(type(device.send("{\"type\":\"ping\"}").next()))
                    .as("nothing waits any more")
                    .isEqualTo("pong");
        }
    }

    @Test
    void a_wait_in_another_thread_is_told_after_the_ack_of_its_message() throws Exception {
        try (var device = connect("desk", WITH + ",\"thread_id\":\"kitchen\"")) {
            device.message("m-1", "run echo done");
            device.next("notice");
        }
        try (var device = connect("desk", WITH)) {
            assertThat(type(device.message("m-1", "run echo done").next())).isEqualTo("ack");
            var again = device.next();
            assertThat(text(again, "code")).isEqualTo("waiting_for_approval");
            assertThat(text(again, "message_id")).isEqualTo("m-1");
            answer(text(again, "approval_id"), true);
            assertThat(text(device.next(), "code")).isEqualTo("approval_resolved");
        }
    }

    @Test
    void a_gateway_that_starts_again_in_mid_wait_tells_it_again() throws Exception {
        String approval;
        try (var device = connect("desk", WITH)) {
            device.message("m-1", "run echo done");
            approval = text(device.next("notice"), "approval_id");
        }
        gateway.close();
        gateway = start(Duration.ofMinutes(5));
        try (var device = connect("desk", WITH)) {
            var again = device.next();
            assertThat(text(again, "code")).isEqualTo("waiting_for_approval");
            assertThat(text(again, "approval_id")).isEqualTo(approval);
            answer(approval, true);
            assertThat(text(device.next(), "code")).isEqualTo("approval_resolved");
            assertThat(text(device.next("message"), "text")).contains("done");
        }
    }

    private Device connect(String peer, String more) throws InterruptedException {
        var device = Device.open(gateway.channel("terminal-dev"));
        device.send("{\"type\":\"connect\",\"peer_id\":\"%s\"%s}".formatted(peer, more));
        assertThat(type(device.next())).isEqualTo("connected");
        return device;
    }

    private String pending() {
        await().atMost(PATIENCE)
                .until(() -> gateway.get("/api/approvals").get("approvals").size() == 1);
        return gateway.get("/api/approvals").at("/approvals/0/approval_id").stringValue();
    }

    private void answer(String id, boolean approved) {
        var answered = gateway.send(HttpRequest.newBuilder(gateway.http("/api/approvals/" + id))
                .header("Authorization", "Bearer " + TestGateway.TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"approved\":%s}".formatted(approved))));
        assertThat(answered.statusCode()).as(answered.body()).isEqualTo(200);
    }

    private static String type(JsonNode frame) {
        return text(frame, "type");
    }

    private static String text(JsonNode frame, String field) {
        return frame.path(field).asString("");
    }
}
