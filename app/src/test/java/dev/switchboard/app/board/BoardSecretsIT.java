package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Keys of the configuration, tokens and authorizations in a task: no board, page or list shows them. */
class BoardSecretsIT {
    /** The token of a channel in the gateway's configuration. */
    private static final String KEY = "device-secret";

    private static final String PLAN =
            "{\"goal\":\"use %1$s\",\"steps\":[{\"title\":\"try %1$s\",\"status\":\"in_progress\"}]}".formatted(KEY);
    private static final String COMMAND = "{\"command\":\"echo Authorization: Bearer abcdefgh12345678\"}";

    @TempDir
    Path folder;

    private final ScriptedModel model = ScriptedModel.echo();
    private BoardGateway gateway;
    private Board board;

    @BeforeEach
    void start() throws Exception {
        gateway = new BoardGateway(folder, model).mode(ApprovalMode.ALWAYS_ASK).start();
        board = gateway.login();
    }

    @AfterEach
    void stop() {
        board.close();
        gateway.close();
    }

    @Test
    void nothingABoardIsToldOfATaskHoldsThem() throws Exception {
        var minted = gateway.token("{\"name\":\"one\",\"scopes\":[\"task:read\"]}")
                .get("secret")
                .stringValue();
        var answer = "It is " + KEY + " or " + minted + ".";
        model.script((_, listener) -> switch (model.asked().size()) {
            case 1 -> calls(new ToolCall("call_plan_0123456789", "update_plan", PLAN));
            case 2 -> calls(new ToolCall("call_exec_0123456789", "exec", COMMAND));
            default -> {
                answer.chars().forEach(c -> listener.text(Character.toString(c)));
                yield ModelReply.text(answer);
            }
        });
        var task = board.submit(
                "{\"goal\":\"use %s and %s\",\"options\":{\"stream_deltas\":true}}".formatted(KEY, minted));
        var frames = new ArrayList<JsonNode>();
        do {
            frames.add(board.next());
            if (type(frames.getLast()).equals("approval:required")) {
                var id = frames.getLast().get("payload").get("approval_id").stringValue();
                board.send(
                        "approval:response",
                        "{\"approval_id\":\"%s\",\"approved\":true,\"reason\":\"%s is fine\"}".formatted(id, KEY));
            }
        } while (!type(frames.getLast()).equals("task:completed"));
        board.send("task:list", "{}");
        frames.add(board.next("task:list_response"));

        assertThat(frames.toString()).doesNotContain(KEY, minted, "abcdefgh12345678");
        assertThat(frames.toString())
                .contains(
                        "use •••• and ••••",
                        "try ••••",
                        "It is •••• or ••••.",
                        "Authorization: Bearer ••••",
                        "•••• is fine");
        assertThat(shown("/api/sessions/board:local:tasks:%s/events?limit=500".formatted(task)))
                .contains("use •••• and ••••")
                .doesNotContain(KEY, minted, "abcdefgh12345678");
        assertThat(shown("/api/channels/board/events?limit=500"))
                .contains("use •••• and ••••")
                .doesNotContain(KEY, minted);
        assertThat(Said.last(model.asked().getFirst())).isEqualTo("use %s and %s".formatted(KEY, minted));
    }

    @Test
    void aTypeNobodyKnowsIsSaidBackWithoutThem() throws Exception {
        board.send("use " + KEY, "{}");
        assertThat(board.payload("connection:error").get("message").stringValue())
                .isEqualTo("unknown message type \"use ••••\"");
        try (var device = gateway.gateway().connect("device-001")) {
            device.send("{\"type\":\"use %s\"}".formatted(KEY));
            assertThat(device.next().get("error").stringValue())
                    .isEqualTo("Unsupported websocket frame type: use ••••");
        }
    }

    private String shown(String path) {
        return gateway.gateway().get(path).toString();
    }

    private static String type(JsonNode frame) {
        return frame.get("type").stringValue();
    }

    private static ModelReply calls(ToolCall call) {
        return new ModelReply("", null, List.of(call), null, ModelReply.Finish.TOOL_CALLS);
    }
}
