package dev.switchboard.providers.vendor;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.Thinking;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Our messages as the library's. */
final class Conversation {
    /** The library keeps a signature under this name, for both vendors that have one. */
    static final String SIGNATURE = "thinking_signature";

    private Conversation() {}

    static List<ChatMessage> messages(ModelRequest request, Vendor vendor) {
        List<ChatMessage> messages = new ArrayList<>();
        if (request.system() != null && !request.system().isBlank()) {
            messages.add(SystemMessage.from(request.system()));
        }
        for (ModelMessage message : request.messages()) {
            switch (message) {
                case ModelMessage.User(String text) -> messages.add(UserMessage.from(text));
                case ModelMessage.Assistant said -> {
                    if (!said.text().isBlank() || !said.toolCalls().isEmpty()) {
                        messages.add(assistant(said, vendor));
                    }
                }
                case ModelMessage.ToolResult(String callId, String tool, String text) ->
                    messages.add(ToolExecutionResultMessage.from(callId, tool, text));
            }
        }
        return messages;
    }

    private static AiMessage assistant(ModelMessage.Assistant said, Vendor vendor) {
        var message = AiMessage.builder()
                .text(said.text().isBlank() ? null : said.text())
                .toolExecutionRequests(
                        said.toolCalls().stream().map(Conversation::call).toList());
        Thinking wanted = said.thinking() == null ? null : vendor.wanted(said.thinking());
        if (wanted != null) {
            message.thinking(wanted.text().isEmpty() ? null : wanted.text()).attributes(signature(wanted.signature()));
        }
        return message.build();
    }

    private static Map<String, Object> signature(@Nullable String signature) {
        return signature == null ? Map.of() : Map.of(SIGNATURE, signature);
    }

    private static ToolExecutionRequest call(ToolCall call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.name())
                .arguments(objectOf(call.arguments()))
                .build();
    }

    /** What a model wrote may be no JSON at all, and most vendors refuse a history that has that in it. */
    private static String objectOf(String arguments) {
        try {
            if (Json.mapper().readTree(arguments).isObject()) {
                return arguments;
            }
        } catch (JacksonException e) {
            // kept below, as text
        }
        return Json.mapper().writeValueAsString(Map.of("unreadable", arguments));
    }
}
