package dev.switchboard.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.providers.ScriptedServer.Ending;
import dev.switchboard.providers.ScriptedServer.Request;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Gemini's parts. Its calls come whole and without an id; its signature belongs to a part, not to a thought. */
class GeminiModelTest extends VendorContract {
    @Override
    String model() {
        return "gemini/gemini-2.5-flash";
    }

    @Override
    String contentType() {
        return "text/event-stream";
    }

    @Override
    String opening() {
        return "";
    }

    @Override
    String text(String delta) {
        return parts("{\"text\":\"%s\"}".formatted(delta), "", "");
    }

    @Override
    String closing(boolean withUsage) {
        return parts(
                "{\"text\":\"\"}",
                ",\"finishReason\":\"STOP\"",
                withUsage
                        ? ",\"usageMetadata\":{\"promptTokenCount\":12,\"candidatesTokenCount\":5,\"thoughtsTokenCount\":2}"
                        : "");
    }

    @Override
    String thoughtfulAnswer() {
        return parts("{\"text\":\"let me\",\"thought\":true}", "", "")
                + parts("{\"text\":\" see\",\"thought\":true}", "", "")
                + parts("{\"text\":\"yes\",\"thoughtSignature\":\"sig-1\"}", "", "")
                + closing(true);
    }

    @Override
    boolean signsThinking() {
        return true;
    }

    @Override
    String twoCalls() {
        return parts("{\"functionCall\":{\"name\":\"read\",\"args\":{\"path\":\"a\"}}}", "", "")
                + parts(
                        "{\"functionCall\":{\"name\":\"read\",\"args\":{\"path\":\"b\"}}}",
                        ",\"finishReason\":\"STOP\"",
                        "");
    }

    @Override
    String endWithoutReason() {
        return parts("{\"text\":\"\"}", "", "");
    }

    @Override
    String overloadedInMidStream() {
        return "data: {\"error\":{\"code\":503,\"message\":\"The model is"
                + " overloaded.\",\"status\":\"UNAVAILABLE\"}}\n\n";
    }

    @Override
    String errorBody(String message) {
        return "[{\"error\":{\"code\":1,\"message\":\"%s\",\"status\":\"SOME\"}}]".formatted(message);
    }

    @Override
    void assertConversation(Request request, JsonNode body) {
        assertThat(request.path()).isEqualTo("/models/gemini-2.5-flash:streamGenerateContent?alt=sse");
        assertThat(request.headers()).containsEntry("x-goog-api-key", KEY);
        assertThat(body.path("systemInstruction").path("parts")).isEqualTo(json("[{\"text\":\"You are brief.\"}]"));
        assertThat(body.path("generationConfig").path("maxOutputTokens").asInt())
                .isEqualTo(500);
        assertThat(body.path("contents")).isEqualTo(json("""
            [{"role": "user", "parts": [{"text": "what is in a?"}]},
             {"role": "model", "parts": [
                 {"text": "I will look."},
                 {"functionCall": {"id": "call_1", "name": "read", "args": {"path": "a"}},
                  "thoughtSignature": "sig-1"}]},
             {"role": "user", "parts": [
                 {"functionResponse": {"id": "call_1", "name": "read", "response": {"response": "nothing"}}}]},
             {"role": "model", "parts": [{"text": "Nothing."}]},
             {"role": "user", "parts": [{"text": "thanks"}]}]\
            """));
        assertThat(body.path("tools").path(0).path("functionDeclarations")).isEqualTo(json("""
            [{"name": "read", "description": "Reads a file.", "parameters": {"type": "OBJECT",
               "properties": {"path": {"type": "STRING", "description": "which file"}, "lines": {"type": "INTEGER"}},
               "required": ["path"]}}]\
            """));
    }

    @Test
    void aBlockedPromptIsRefusedInWords() {
        server.plays(stream(Ending.FINISH, "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}\n\n"));

        SwitchboardException failure = catchThrowableOfType(SwitchboardException.class, () -> model(TimeLimits.DEFAULT)
                .answer(
                        new ModelRequest(null, List.of(new ModelMessage.User("hello")), List.of(), null),
                        ModelListener.NONE));

        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_REFUSED);
        assertThat(failure).hasMessageContaining("blocked (SAFETY)");
    }

    @Test
    void aBudgetForThinkingAsksForTheThoughts() throws Exception {
        JsonNode config = requestWithThinking(2000, null).path("generationConfig");

        assertThat(config.path("thinkingConfig")).isEqualTo(json("{\"includeThoughts\":true,\"thinkingBudget\":2000}"));
    }

    private static String parts(String part, String candidate, String more) {
        return "data: {\"candidates\":[{\"content\":{\"parts\":[%s],\"role\":\"model\"},\"index\":0%s}]%s}\n\n"
                .formatted(part, candidate, more);
    }
}
