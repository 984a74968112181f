package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.ScriptedModel;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token that may not answer approvals steers a task that somebody else submitted to run without asking. */
class SteeringRightsIT {
    @TempDir
    Path folder;

    private final Gate gate = new Gate();
    private final ScriptedModel model =
            new ScriptedModel((request, _) -> switch (request.messages().getLast()) {
                case ModelMessage.User(var text)
                when text.equals("go") -> {
                    gate.pass();
                    yield execute("touch submitted");
                }
                case ModelMessage.User _ -> execute("touch steered");
                case ModelMessage.ToolResult _, ModelMessage.Assistant _ -> ModelReply.text("Done.");
            });
    private BoardGateway gateway;
    private Board operator;
    private String writer;

    @BeforeEach
    void start() throws Exception {
        gateway = new BoardGateway(folder, model).start();
        operator = gateway.login();
        writer = gateway.token("{\"name\":\"writer\",\"scopes\":[\"task:write\"]}")
                .get("secret")
                .stringValue();
    }

    @AfterEach
    void stop() {
        operator.close();
        gateway.close();
    }

    @Test
    void itsBoardBringsTheQuestionBack() throws Exception {
        var task = operator.submit("{\"goal\":\"go\",\"options\":{\"mode\":\"always_execute\"}}");
        gate.awaitSomebody();
        try (var board = gateway.login(writer)) {
            board.send("task:message", """
                {"task_id":"%s","message":{"role":"user","content":"and touch this"},"injection_mode":"followup"}\
                """.formatted(task));
            board.next("task:progress");
        }
        gate.open();

        refusedAfterTheSubmittedOneRan();
    }

    @Test
    void itsRequestOverHttpBringsTheQuestionBack() throws Exception {
        var task = operator.submit("{\"goal\":\"go\",\"options\":{\"mode\":\"always_execute\"}}");
        gate.awaitSomebody();
        var request = HttpRequest.newBuilder(gateway.gateway().http("/api/runs/" + task + "/messages"))
                .header("Authorization", "Bearer " + writer)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"message_id\":\"s-1\",\"text\":\"and touch this\",\"mode\":\"followup\"}"));
        assertThat(gateway.gateway().send(request).statusCode()).isEqualTo(202);
        gate.open();

        refusedAfterTheSubmittedOneRan();
    }

    private void refusedAfterTheSubmittedOneRan() throws Exception {
        var asked = operator.payload("approval:required");
        assertThat(asked.get("tool_call").get("arguments").get("command").stringValue())
                .isEqualTo("touch steered");
        operator.send(
                "approval:response",
                "{\"approval_id\":\"%s\",\"approved\":false}"
                        .formatted(asked.get("approval_id").stringValue()));
        operator.payload("task:completed");
        assertThat(Files.exists(gateway.workspace.resolve("submitted"))).isTrue();
        assertThat(Files.exists(gateway.workspace.resolve("steered"))).isFalse();
    }

    private static ModelReply execute(String command) {
        return new ModelReply(
                "",
                null,
                List.of(new ToolCall("c1", "exec", "{\"command\":\"%s\"}".formatted(command))),
                null,
                ModelReply.Finish.TOOL_CALLS);
    }
}
