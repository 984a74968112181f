package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.proof.ToolModel.Asked;
import dev.switchboard.app.proof.ToolModel.Call;
import dev.switchboard.app.proof.ToolModel.Said;
import dev.switchboard.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A session with all that can happen in it is the same however it is cut: live and read again, in one piece or two. */
class SplitFeedIT {
    private static final String EVENTS = "/api/sessions/%s/events"
            .formatted(MortalGateway.session("device-001").replace(":", "%3A"));

    @TempDir
    Path folder;

    @Test
    @Timeout(300)
    void aSessionCutAtAnyNumberJoinsToTheSameEvents() throws Exception {
        try (var model = new ToolModel(SplitFeedIT::work);
                var gateway = new MortalGateway(folder, model, "always_ask", Duration.ofMinutes(5))) {
            var live = record(gateway);
            var whole = page(gateway, 0, 500);

            assertThat(whole).hasSizeGreaterThan(30);
            assertThat(types(whole))
                    .contains("think_start", "approval_required", "approval_resolved", "tool_start", "tool_end")
                    .contains("injected", "injections_taken", "preview_retracted", "plan_changed", "answered");
            assertThat(live).as("what was seen live").isEqualTo(whole.subList(0, live.size()));
            for (int cut = 0; cut <= whole.size(); cut++) {
                var joined = new ArrayList<>(cut == 0 ? List.<JsonNode>of() : page(gateway, 0, cut));
                assertThat(joined).hasSize(cut);
                joined.addAll(page(gateway, cut, 500));
                assertThat(joined).describedAs("pages cut at %d", cut).isEqualTo(whole);
                assertThat(stream(gateway, cut, whole.size() - cut))
                        .describedAs("stream from %d", cut)
                        .isEqualTo(whole.subList(cut, whole.size()));
            }
        }
    }

    private static Said work(Asked asked) {
        if (asked.people().getLast().equals("more")) {
            return Said.text("more was said").afterThinking("what else");
        }
        return switch (asked.steps()) {
            case 0 -> Said.calls(plan(), Call.exec("echo first")).afterThinking("a plan first");
            case 1 -> Said.calls(Call.exec("echo second >> lines; exit 3"), new Call("read", path("lines")));
            case 2 -> Said.calls(new Call("no_such_tool", MortalGateway.json()));
            default -> Said.text("done").afterThinking("that is all");
        };
    }

    /** Returns what a watcher saw until the gateway was killed. */
    private static List<JsonNode> record(MortalGateway gateway) throws Exception {
        var device = gateway.ask("device-001", "hello");
        var first = gateway.awaitApproval("device-001");
        var run = first.get("run_id").stringValue();
        var steering = MortalGateway.json()
                .put("message_id", "s-1")
                .put("mode", "followup")
                .put("text", "more");
        assertThat(gateway.post("/api/runs/%s/messages".formatted(run), steering)
                        .statusCode())
                .isEqualTo(202);
        var live = stream(gateway, 0, page(gateway, 0, 500).size());
        gateway.killAndStart();
        assertThat(gateway.awaitApproval("device-001")).isEqualTo(first);
        gateway.answer(first, true).join();
        gateway.answer(another(gateway, first), true).join();
        gateway.ended(device);
        return live;
    }

    private static JsonNode another(MortalGateway gateway, JsonNode before) {
        return await().pollInterval(Duration.ofMillis(10))
                .atMost(MortalGateway.PATIENCE)
                .until(() -> gateway.awaitApproval("device-001"), next -> !next.equals(before));
    }

    private static Call plan() {
        var plan = MortalGateway.json();
        plan.putArray("steps").addObject().put("title", "look").put("status", "in_progress");
        return new Call("update_plan", plan);
    }

    private static ObjectNode path(String path) {
        return MortalGateway.json().put("path", path);
    }

    private static List<String> types(List<JsonNode> events) {
        return events.stream().map(line -> line.at("/event/type").stringValue()).toList();
    }

    private static List<JsonNode> page(MortalGateway gateway, long after, int limit) throws InterruptedException {
        return gateway.child()
                .get("%s?after=%d&limit=%d".formatted(EVENTS, after, limit))
                .get("events")
                .valueStream()
                .toList();
    }

    /** The first so many events of the stream from a cursor on; each says its number twice. */
    private static List<JsonNode> stream(MortalGateway gateway, long after, int count)
            throws IOException, InterruptedException {
        var response = gateway.child().stream("%s?after=%d".formatted(EVENTS, after));
        assertThat(response.statusCode()).isEqualTo(200);
        var events = new ArrayList<JsonNode>();
        try (var lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            var id = "";
            while (events.size() < count) {
                var line = lines.readLine();
                if (line == null) {
                    throw new AssertionError("the stream ended after " + events);
                }
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    var event = Json.mapper().readTree(line.substring(6));
                    assertThat(event.get("seq").asString()).isEqualTo(id);
                    events.add(event);
                }
            }
        }
        return events;
    }
}
