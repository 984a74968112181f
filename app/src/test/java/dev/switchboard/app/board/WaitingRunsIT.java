package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.session.SessionLoops;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** More runs wait for people than may run at once, and whoever comes is answered all the same. */
class WaitingRunsIT {
    private static final int WAITING = SessionLoops.MAX_RUNS + 6;

    @TempDir
    Path folder;

    private final ScriptedModel model = new ScriptedModel((request, _) -> {
        if (request.messages().getLast() instanceof ModelMessage.ToolResult) {
            return ModelReply.text("It is done.");
        }
        return Said.last(request).equals("run it")
                ? new ModelReply(
                        "",
                        null,
                        List.of(new ToolCall("c1", "exec", "{\"command\":\"true\"}")),
                        null,
                        ModelReply.Finish.TOOL_CALLS)
                : ModelReply.text("Hello.");
    });
    private BoardGateway gateway;
    private final List<Device> devices = new ArrayList<>();

    @BeforeEach
    void start() {
        gateway = new BoardGateway(folder, model).start();
    }

    @AfterEach
    void stop() {
        devices.forEach(Device::close);
        gateway.close();
    }

    @Test
    void aDeviceIsAnsweredWhileAllPlacesWouldBeTakenByThoseWhoWait() throws Exception {
        for (int i = 0; i < WAITING; i++) {
            devices.add(gateway.gateway().connect("waits-" + i).message("m-1", "run it"));
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> pending().size() == WAITING);

        try (var another = gateway.gateway().connect("another")) {
            another.message("m-1", "hello");
            assertThat(another.next("message").get("text").stringValue()).isEqualTo("Hello.");
        }
        try (var board = gateway.login()) {
            for (int i = 0; i < WAITING; i++) {
                board.payload("approval:required");
            }
        }

        for (var approval : pending()) {
            answer(approval.get("approval_id").stringValue());
        }
        for (var device : devices) {
            assertThat(device.next("message").get("text").stringValue()).isEqualTo("It is done.");
        }
        assertThat(pending()).isEmpty();
    }

    /** All of them, a page at a time. */
    private List<JsonNode> pending() {
        var all = new ArrayList<JsonNode>();
        var path = "/api/approvals?limit=20";
        while (true) {
            var page = gateway.gateway().get(path);
            page.get("approvals").forEach(all::add);
            if (!page.has("next")) {
                return all;
            }
            path = "/api/approvals?limit=20&after=" + page.get("next").stringValue();
        }
    }

    private void answer(String approvalId) {
        var request = HttpRequest.newBuilder(gateway.gateway().http("/api/approvals/" + approvalId))
                .header("Authorization", "Bearer " + TestGateway.TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"approved\":true}"));
        assertThat(gateway.gateway().send(request).statusCode()).isEqualTo(200);
    }
}
