package dev.switchboard.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.providers.ScriptedServer.Request;
import tools.jackson.databind.JsonNode;

/** Ollama's lines of JSON. Its calls come whole, without an id, and from older servers without a number. */
class OllamaModelTest extends VendorContract {
    @Override
    String model() {
        return "ollama/tiny";
    }

    @Override
    String contentType() {
        return "application/x-ndjson";
    }

    @Override
    String opening() {
        return "";
    }

    @Override
    String text(String delta) {
        return line("\"content\":\"%s\"".formatted(delta), ",\"done\":false");
    }

    @Override
    String closing(boolean withUsage) {
        return line(
                "\"content\":\"\"",
                ",\"done_reason\":\"stop\",\"done\":true"
                        + (withUsage ? ",\"prompt_eval_count\":12,\"eval_count\":7" : ""));
    }

    @Override
    String thoughtfulAnswer() {
        return line("\"content\":\"\",\"thinking\":\"let me\"", ",\"done\":false")
                + line("\"content\":\"\",\"thinking\":\" see\"", ",\"done\":false")
                + text("yes")
                + closing(true);
    }

    @Override
    boolean signsThinking() {
        return false;
    }

    @Override
    String twoCalls() {
        return line(
                        "\"content\":\"\",\"tool_calls\":["
                                + "{\"function\":{\"name\":\"read\",\"arguments\":{\"path\":\"a\"}}},"
                                + "{\"function\":{\"name\":\"read\",\"arguments\":{\"path\":\"b\"}}}]",
                        ",\"done\":false")
                + closing(true);
    }

    @Override
    String endWithoutReason() {
        return line("\"content\":\"\"", ",\"done\":true");
    }

    @Override
    String overloadedInMidStream() {
        return "{\"error\":\"the runner has stopped\"}\n";
    }

    @Override
    String garbage() {
        return "{\"broken\": \n";
    }

    @Override
    String errorBody(String message) {
        return "{\"error\":\"%s\"}".formatted(message);
    }

    @Override
    void assertConversation(Request request, JsonNode body) {
        assertThat(request.path()).isEqualTo("/api/chat");
        assertThat(request.headers()).containsEntry("authorization", "Bearer " + KEY);
        assertThat(body.path("model").asString()).isEqualTo("tiny");
        assertThat(body.path("stream").asBoolean()).isTrue();
        assertThat(body.path("options").path("num_predict").asInt()).isEqualTo(500);
        // Otherwise Ollama cuts the conversation to its own default without a word.
        assertThat(body.path("options").path("num_ctx").asInt()).isEqualTo(8192);
        assertThat(body.path("messages")).isEqualTo(json("""
            [{"role": "system", "content": "You are brief."},
             {"role": "user", "content": "what is in a?"},
             {"role": "assistant", "content": "I will look.", "tool_calls": [
                 {"id": "call_1", "function": {"name": "read", "arguments": {"path": "a"}}}]},
             {"role": "tool", "content": "nothing"},
             {"role": "assistant", "content": "Nothing.", "tool_calls": []},
             {"role": "user", "content": "thanks"}]\
            """));
        assertThat(body.path("tools")).isEqualTo(json("""
            [{"type": "function", "function": {"name": "read", "description": "Reads a file.",
              "parameters": {"type": "object",
                "properties": {"path": {"type": "string", "description": "which file"}, "lines": {"type": "integer"}},
                "required": ["path"]}}}]\
            """));
    }

    private static String line(String message, String more) {
        return "{\"model\":\"tiny\",\"created_at\":\"2025-01-22T11:22:42.180546Z\",\"message\":{\"role\":\"assistant\",%s}%s}\n"
                .formatted(message, more);
    }
}
