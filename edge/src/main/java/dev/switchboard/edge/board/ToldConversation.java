package dev.switchboard.edge.board;

import dev.switchboard.core.channel.MessageRules;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.protocol.board.SaidMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A conversation as a board tells it, as a model is told it. A call stays with its result wherever the board put that;
 * a result without its call is told as words. What was said to be approved in it proves nothing: it is only data.
 *
 * @param messages oldest first
 * @param system what messages of the role {@code system} said, null if there was none
 */
record ToldConversation(
        List<ModelMessage> messages, @Nullable String system) {
    private static final String NOT_GIVEN = "{\"ok\":false,\"error\":\"The result was not given.\"}";

    /** @throws Unusable if a message has no role or no content */
    static ToldConversation of(List<@Nullable SaidMessage> said) throws Unusable {
        var results = results(said);
        var messages = new ArrayList<ModelMessage>();
        var system = new ArrayList<String>();
        for (int i = 0; i < said.size(); i++) {
            var message = said.get(i);
            if (message == null || message.content() == null) {
                throw new Unusable("messages[%d].content is required".formatted(i));
            }
            switch (String.valueOf(message.role())) {
                case "user" -> messages.add(new ModelMessage.User(message.content()));
                case "system" -> system.add(message.content());
                case "assistant" -> assistant(message, message.content(), results, messages);
                default -> throw new Unusable("messages[%d].role must be user, assistant or system".formatted(i));
            }
        }
        results.forEach((id, result) -> messages.add(new ModelMessage.User(
                "The result of the tool call %s: %s".formatted(Quoted.shortly(id), text(result)))));
        return new ToldConversation(messages, system.isEmpty() ? null : String.join("\n\n", system));
    }

    /**
     * One message for a run that is under way, as words.
     *
     * @param maxChars that it may have with its results, as any other message may
     */
    static String words(@Nullable SaidMessage message, int maxChars) throws Unusable {
        if (message == null || message.content() == null || message.content().isBlank()) {
            throw new Unusable("message.content is required");
        }
        if (message.role() != null && !message.role().equals("user")) {
            throw new Unusable("message.role must be user");
        }
        var words = new StringBuilder(message.content());
        results(List.of(message))
                .forEach((id, result) -> words.append(
                        "\n\nThe result of the tool call %s: %s".formatted(Quoted.shortly(id), text(result))));
        var complaint = MessageRules.tooLong("message", words.toString(), maxChars);
        if (complaint.isPresent()) {
            throw new Unusable(complaint.get());
        }
        return words.toString();
    }

    private static void assistant(
            SaidMessage message, String content, Map<String, JsonNode> results, List<ModelMessage> messages) {
        var calls = new LinkedHashMap<String, ToolCall>();
        if (message.toolCalls() != null) {
            for (var call : message.toolCalls()) {
                if (call != null && call.id() != null && call.name() != null) {
                    var arguments = call.arguments() == null ? "{}" : call.arguments();
                    calls.put(call.id(), new ToolCall(call.id(), call.name(), arguments));
                }
            }
        }
        messages.add(new ModelMessage.Assistant(content, null, List.copyOf(calls.values())));
        for (var call : calls.values()) {
            var result = results.remove(call.id());
            messages.add(
                    new ModelMessage.ToolResult(call.id(), call.name(), result == null ? NOT_GIVEN : text(result)));
        }
    }

    private static Map<String, JsonNode> results(List<@Nullable SaidMessage> said) {
        var results = new LinkedHashMap<String, JsonNode>();
        for (var message : said) {
            if (message != null && message.toolResults() != null) {
                for (var result : message.toolResults()) {
                    if (result != null && result.toolCallId() != null && result.result() != null) {
                        results.put(result.toolCallId(), result.result());
                    }
                }
            }
        }
        return results;
    }

    private static String text(JsonNode result) {
        return result.isString() ? result.stringValue() : result.toString();
    }
}
