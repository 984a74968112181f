package dev.switchboard.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.providers.ScriptedServer.Ending;
import dev.switchboard.providers.ScriptedServer.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Chat completions, as OpenAI and the many that imitate it send them. */
class OpenAiModelTest extends VendorContract {
    @Override
    String model() {
        return "openai/gpt-5-mini";
    }

    @Override
    String contentType() {
        return "text/event-stream";
    }

    @Override
    String opening() {
        return ": a comment, as some proxies send to keep the connection alive\n\n"
                + chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null");
    }

    @Override
    String text(String delta) {
        return chunk("{\"content\":\"" + delta + "\"}", "null");
    }

    @Override
    String closing(boolean withUsage) {
        String usage = """
            data: {"id":"c","object":"chat.completion.chunk","choices":[],\
            "usage":{"prompt_tokens":12,"completion_tokens":7,"total_tokens":19}}

            """;
        return chunk("{}", "\"stop\"") + (withUsage ? usage : "") + "data: [DONE]\n\n";
    }

    @Override
    String thoughtfulAnswer() {
        return chunk("{\"reasoning_content\":\"let me\"}", "null")
                + chunk("{\"reasoning_content\":\" see\"}", "null")
                + text("yes")
                + closing(true);
    }

    @Override
    boolean signsThinking() {
        return false;
    }

    @Override
    String twoCalls() {
        return call(0, "call_one", "read", "") + call(0, null, null, "{\\\"pa")
                + call(0, null, null, "th\\\":\\\"a\\\"}")
                + call(1, "call_two", "read", "") + call(1, null, null, "{\\\"path\\\":\\\"b\\\"}")
                + chunk("{}", "\"tool_calls\"") + "data: [DONE]\n\n";
    }

    @Override
    String endWithoutReason() {
        return "data: [DONE]\n\n";
    }

    @Override
    String overloadedInMidStream() {
        return "data: {\"error\":{\"message\":\"Overloaded\",\"type\":\"server_error\",\"code\":503}}\n\n";
    }

    @Override
    String errorBody(String message) {
        return "{\"error\":{\"message\":\"%s\",\"type\":\"some_error\",\"param\":null,\"code\":null}}"
                .formatted(message);
    }

    @Override
    void assertConversation(Request request, JsonNode body) {
        assertThat(request.path()).isEqualTo("/chat/completions");
        assertThat(request.headers()).containsEntry("authorization", "Bearer " + KEY);
        assertThat(body.path("model").asString()).isEqualTo("gpt-5-mini");
        assertThat(body.path("stream").asBoolean()).isTrue();
        assertThat(body.path("stream_options")).isEqualTo(json("{\"include_usage\":true}"));
        assertThat(body.path("max_tokens").asInt()).isEqualTo(500);
        assertThat(body.path("messages")).isEqualTo(json("""
            [{"role": "system", "content": "You are brief."},
             {"role": "user", "content": "what is in a?"},
             {"role": "assistant", "content": "I will look.", "tool_calls": [
                 {"id": "call_1", "type": "function",
                  "function": {"name": "read", "arguments": "{\\"path\\":\\"a\\"}"}}]},
             {"role": "tool", "tool_call_id": "call_1", "content": "nothing"},
             {"role": "assistant", "content": "Nothing."},
             {"role": "user", "content": "thanks"}]\
            """));
        assertThat(body.path("tools")).isEqualTo(json("""
            [{"type": "function", "function": {"name": "read", "description": "Reads a file.",
              "parameters": {"type": "object",
                "properties": {"path": {"type": "string", "description": "which file"}, "lines": {"type": "integer"}},
                "required": ["path"]}}}]\
            """));
    }

    @Test
    void theVendorsLastMarkEndsTheAnswerThoughTheConnectionStaysOpen() throws Exception {
        server.plays(stream(Ending.HOLD, opening(), text("hi"), closing(true)));

        assertThat(hello().text()).isEqualTo("hi");
    }

    @Test
    void aServerThatSendsNoDoneIsUnderstoodByItsFinishReason() throws Exception {
        server.plays(stream(Ending.FINISH, text("hi"), chunk("{}", "\"length\"")));

        assertThat(hello().finish()).isEqualTo(ModelReply.Finish.LENGTH);
    }

    @Test
    void aCallWithoutAnIdGetsOneOfOurs() throws Exception {
        server.plays(
                stream(Ending.FINISH, call(0, null, "read", "{}"), chunk("{}", "\"tool_calls\""), "data: [DONE]\n\n"));

        assertThat(hello().toolCalls()).singleElement().satisfies(call -> assertThat(call.id())
                .startsWith("call_"));
    }

    private ModelReply hello() throws InterruptedException {
        return model(TimeLimits.DEFAULT)
                .answer(
                        new ModelRequest(null, List.of(new ModelMessage.User("hello")), List.of(), null),
                        ModelListener.NONE);
    }

    private static String chunk(String delta, String finish) {
        return """
            data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m",\
            "choices":[{"index":0,"delta":%s,"finish_reason":%s}]}

            """.formatted(delta, finish);
    }

    private static String call(int index, @Nullable String id, @Nullable String name, String arguments) {
        String head = id == null ? "" : "\"id\":\"" + id + "\",\"type\":\"function\",";
        String named = name == null ? "" : "\"name\":\"" + name + "\",";
        return chunk(
                "{\"tool_calls\":[{\"index\":%d,%s\"function\":{%s\"arguments\":\"%s\"}}]}"
                        .formatted(index, head, named, arguments),
                "null");
    }
}
