package dev.switchboard.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a run leaves in its session's ledger. */
class RunEventsIT {
    private final ScriptedModel model = ScriptedModel.echo();
    private TestGateway gateway;

    @BeforeEach
    void start(@TempDir Path data) {
        gateway = TestGateway.start(data, model);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void aPlainAnswerIsFiveEvents() throws InterruptedException {
        ask();
        assertThat(types())
                .containsExactly("user_message", "run_started", "turn_start", "model_end", "answered", "turn_end");
    }

    @Test
    void everyEndHoldsAllItNeedsOfItsOwn() throws InterruptedException {
        ask();
        var start = event("turn_start");
        var end = event("turn_end");
        assertThat(end.get("correlationId")).isEqualTo(start.get("correlationId"));
        assertThat(end.get("runId")).isEqualTo(start.get("runId"));
        assertThat(end.get("id")).isNotEqualTo(start.get("id"));
        assertThat(end.get("status").stringValue()).isEqualTo("ok");
        assertThat(end.get("durationMs").isNumber()).isTrue();
    }

    @Test
    void thinkingIsAPairInsideItsTurnAndEndsBeforeTheAnswer() throws InterruptedException {
        model.script((request, listener) -> {
            listener.thinking("let me ");
            listener.thinking("see");
            listener.text("done");
            return ModelReply.text("done");
        });
        ask();
        assertThat(types())
                .containsExactly(
                        "user_message",
                        "run_started",
                        "turn_start",
                        "think_start",
                        "think_end",
                        "model_end",
                        "answered",
                        "turn_end");
        var end = event("think_end");
        assertThat(end.get("text").stringValue()).isEqualTo("let me see");
        assertThat(end.get("parentId")).isEqualTo(event("turn_start").get("correlationId"));
        assertThat(end.get("correlationId")).isEqualTo(event("think_start").get("correlationId"));
    }

    @Test
    void aCallMadeAgainTakesBackWhatWasHeard() throws InterruptedException {
        model.script((request, listener) -> {
            listener.thinking("hm");
            listener.text("half an ans");
            listener.retracted("the stream was cut");
            listener.text("whole");
            return ModelReply.text("whole");
        });
        ask();
        assertThat(types()).contains("preview_retracted");
        assertThat(event("answered").get("text").stringValue()).isEqualTo("whole");
    }

    @Test
    void aModelThatCannotAnswerIsAFailedTurnInWords() throws InterruptedException {
        model.script((request, listener) -> {
            throw new SwitchboardException(ErrorCode.MODEL_TIMEOUT, "The model did not answer in time.");
        });
        var reply = ask();
        assertThat(reply.get("finish_reason").stringValue()).isEqualTo("error");
        assertThat(reply.get("text").stringValue()).isEqualTo("The model did not answer in time.");
        assertThat(event("failed").get("code").stringValue()).isEqualTo("model_timeout");
        assertThat(event("turn_end").get("status").stringValue()).isEqualTo("error");
    }

    @Test
    void aDefectOfOursIsToldToAPersonWithoutItsInnards() throws InterruptedException {
        model.script((request, listener) -> {
            throw new IllegalStateException("secret innards");
        });
        var reply = ask();
        assertThat(reply.get("finish_reason").stringValue()).isEqualTo("error");
        assertThat(reply.get("text").stringValue()).doesNotContain("innards").doesNotContain("Exception");
    }

    private JsonNode ask() throws InterruptedException {
        try (var device = gateway.connect("device-001")) {
            return device.message("m-1", "hello").next("message");
        }
    }

    private List<JsonNode> events() {
        return gateway.get("/api/sessions/terminal-dev%3Alocal%3Adevice-001/events")
                .get("events")
                .valueStream()
                .map(line -> line.get("event"))
                .toList();
    }

    private List<String> types() {
        return events().stream().map(event -> event.get("type").stringValue()).toList();
    }

    private JsonNode event(String type) {
        return events().stream()
                .filter(event -> event.get("type").stringValue().equals(type))
                .findFirst()
                .orElseThrow();
    }
}
