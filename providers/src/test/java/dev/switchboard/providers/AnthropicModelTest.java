package dev.switchboard.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.Thinking;
import dev.switchboard.providers.ScriptedServer.Ending;
import dev.switchboard.providers.ScriptedServer.Request;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Anthropic's messages, block by block. */
class AnthropicModelTest extends VendorContract {
    @Override
    String model() {
        return "anthropic/claude-sonnet-4-5";
    }

    @Override
    String contentType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    String opening() {
        return start("") + event("ping", "") + blockStart(0, "{\"type\":\"text\",\"text\":\"\"}");
    }

    @Override
    String text(String delta) {
        return blockDelta(0, "{\"type\":\"text_delta\",\"text\":\"%s\"}".formatted(delta));
    }

    @Override
    String closing(boolean withUsage) {
        return blockStop(0) + stop("end_turn", withUsage ? "{\"input_tokens\":12,\"output_tokens\":7}" : "null");
    }

    @Override
    String thoughtfulAnswer() {
        return start("")
                + blockStart(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}")
                + blockDelta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"let me\"}")
                + blockDelta(0, "{\"type\":\"thinking_delta\",\"thinking\":\" see\"}")
                + blockDelta(0, "{\"type\":\"signature_delta\",\"signature\":\"sig-1\"}")
                + blockStop(0)
                + blockStart(1, "{\"type\":\"text\",\"text\":\"\"}")
                + blockDelta(1, "{\"type\":\"text_delta\",\"text\":\"yes\"}")
                + blockStop(1)
                + stop("end_turn", "{\"output_tokens\":7}");
    }

    @Override
    boolean signsThinking() {
        return true;
    }

    @Override
    String twoCalls() {
        return start(",\"usage\":{\"input_tokens\":12,\"output_tokens\":1}")
                + blockStart(0, "{\"type\":\"tool_use\",\"id\":\"call_one\",\"name\":\"read\",\"input\":{}}")
                + blockDelta(0, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"path\\\":\"}")
                + blockDelta(0, "{\"type\":\"input_json_delta\",\"partial_json\":\"\\\"a\\\"}\"}")
                + blockStop(0)
                + blockStart(1, "{\"type\":\"tool_use\",\"id\":\"call_two\",\"name\":\"read\",\"input\":{}}")
                + blockDelta(1, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"path\\\":\\\"b\\\"}\"}")
                + blockStop(1)
                + stop("tool_use", "{\"output_tokens\":7}");
    }

    @Override
    String endWithoutReason() {
        return start("") + event("message_stop", "");
    }

    @Override
    String overloadedInMidStream() {
        return event("error", ",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}");
    }

    @Override
    String garbage() {
        return "event: content_block_delta\ndata: {\"broken\": \n\n";
    }

    @Override
    String errorBody(String message) {
        return "{\"type\":\"error\",\"error\":{\"type\":\"some_error\",\"message\":\"%s\"}}".formatted(message);
    }

    @Override
    void assertConversation(Request request, JsonNode body) {
        // People set this vendor's base URL without its version.
        assertThat(request.path()).isEqualTo("/v1/messages");
        assertThat(request.headers()).containsEntry("x-api-key", KEY).containsKey("anthropic-version");
        assertThat(body.path("model").asString()).isEqualTo("claude-sonnet-4-5");
        assertThat(body.path("stream").asBoolean()).isTrue();
        assertThat(body.path("max_tokens").asInt()).isEqualTo(500);
        assertThat(body.path("system")).isEqualTo(json("[{\"type\":\"text\",\"text\":\"You are brief.\"}]"));
        assertThat(body.path("messages")).isEqualTo(json("""
            [{"role": "user", "content": [{"type": "text", "text": "what is in a?"}]},
             {"role": "assistant", "content": [
                 {"type": "thinking", "thinking": "let me see", "signature": "sig-1"},
                 {"type": "text", "text": "I will look."},
                 {"type": "tool_use", "id": "call_1", "name": "read", "input": {"path": "a"}}]},
             {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "nothing"}]},
             {"role": "assistant", "content": [{"type": "text", "text": "Nothing."}]},
             {"role": "user", "content": [{"type": "text", "text": "thanks"}]}]\
            """));
        assertThat(body.path("tools")).isEqualTo(json("""
            [{"name": "read", "description": "Reads a file.", "input_schema": {"type": "object",
               "properties": {"path": {"type": "string", "description": "which file"}, "lines": {"type": "integer"}},
               "required": ["path"]}}]\
            """));
    }

    @Test
    void aBudgetForThinkingIsAskedForAndComesOnTopOfTheAnswer() throws Exception {
        JsonNode body = requestWithThinking(2000, 500);

        assertThat(body.path("thinking")).isEqualTo(json("{\"type\":\"enabled\",\"budget_tokens\":2000}"));
        assertThat(body.path("max_tokens").asInt()).isEqualTo(2500);
        assertThat(requestWithThinking(2000, null).path("max_tokens").asInt()).isEqualTo(10192);
    }

    @Test
    void twoBlocksOfTextAreTwoParagraphs() throws Exception {
        server.plays(stream(
                Ending.FINISH,
                opening(),
                text("one"),
                blockStop(0),
                blockStart(1, "{\"type\":\"text\",\"text\":\"\"}"),
                blockDelta(1, "{\"type\":\"text_delta\",\"text\":\"two\"}"),
                blockStop(1),
                stop("end_turn", "null")));

        ModelReply reply = model(TimeLimits.DEFAULT)
                .answer(new ModelRequest(null, List.of(new ModelMessage.User("hello")), List.of(), null), heard);

        assertThat(reply.text()).isEqualTo("one\ntwo");
        assertThat(heard.lines).containsExactly("text one", "text \n", "text two");
    }

    @Test
    void thinkingOfAnotherVendorIsNotSentBack() throws Exception {
        server.plays(answer("ok"));
        var foreign = new ModelMessage.Assistant("yes", new Thinking("unsigned", null), List.of());
        var request = new ModelRequest(
                null, List.of(new ModelMessage.User("a"), foreign, new ModelMessage.User("b")), List.of(), null);

        model(TimeLimits.DEFAULT).answer(request, heard);

        assertThat(server.nextRequest().body()).contains("yes").doesNotContain("unsigned");
    }

    private static String event(String name, String more) {
        return "event: %s\ndata: {\"type\":\"%s\"%s}\n\n".formatted(name, name, more);
    }

    private static String start(String usage) {
        return event(
                "message_start",
                ",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"c\",\"content\":[]%s}"
                        .formatted(usage));
    }

    private static String blockStart(int index, String block) {
        return event("content_block_start", ",\"index\":%d,\"content_block\":%s".formatted(index, block));
    }

    private static String blockDelta(int index, String delta) {
        return event("content_block_delta", ",\"index\":%d,\"delta\":%s".formatted(index, delta));
    }

    private static String blockStop(int index) {
        return event("content_block_stop", ",\"index\":" + index);
    }

    private static String stop(String reason, String usage) {
        return event("message_delta", ",\"delta\":{\"stop_reason\":\"%s\"},\"usage\":%s".formatted(reason, usage))
                + event("message_stop", "");
    }
}
