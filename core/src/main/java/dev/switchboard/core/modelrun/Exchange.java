package dev.switchboard.core.modelrun;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ToolCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A question, what was done about it, and its answer: they stay together when a history is cut.
 *
 * @param seq the number of the question
 */
record Exchange(long seq, List<ModelMessage> messages, int tokens, int chars) {
    /** What later turns are told of a tool's result. */
    private static final int RESULT_CHARS = 2_000;

    private static final String NOT_DONE = "{\"ok\":false,\"error\":\"Not done: the run ended before.\"}";

    Exchange(long seq, List<ModelMessage> messages) {
        this(
                seq,
                List.copyOf(messages),
                messages.stream().mapToInt(TokenEstimate::of).sum(),
                messages.stream().mapToInt(Exchange::chars).sum());
    }

    /**
     * What the model is told of a message that has ended. Of a failed one nothing, unless something was done for it: the
     * sentence a person was given is not what the assistant said, and a question without an answer would leave two of
     * them in a row.
     */
    static Optional<Exchange> of(long seq, RunMessages said, RunEvent.Final end) {
        if (end instanceof RunEvent.Failed && !said.hasSteps()) {
            return Optional.empty();
        }
        var messages = new ArrayList<ModelMessage>();
        Map<String, ToolCall> open = new LinkedHashMap<>();
        for (var message : said.all()) {
            switch (message) {
                case ModelMessage.User user -> messages.add(user);
                case ModelMessage.Assistant assistant -> {
                    // Thinking belongs to the run it was thought in.
                    messages.add(new ModelMessage.Assistant(assistant.text(), null, assistant.toolCalls()));
                    assistant.toolCalls().forEach(call -> open.put(call.id(), call));
                }
                case ModelMessage.ToolResult result -> {
                    open.remove(result.callId());
                    messages.add(shortened(result));
                }
            }
        }
        open.values().forEach(call -> messages.add(new ModelMessage.ToolResult(call.id(), call.name(), NOT_DONE)));
        messages.add(ModelMessage.Assistant.text(end.text()));
        return Optional.of(new Exchange(seq, messages));
    }

    private static ModelMessage.ToolResult shortened(ModelMessage.ToolResult result) {
        var text = result.text();
        if (text.length() <= RESULT_CHARS) {
            return result;
        }
        int half = RESULT_CHARS / 2;
        return new ModelMessage.ToolResult(
                result.callId(),
                result.tool(),
                text.substring(0, half) + " … shortened … " + text.substring(text.length() - half));
    }

    private static int chars(ModelMessage message) {
        return switch (message) {
            case ModelMessage.User user -> user.text().length();
            case ModelMessage.ToolResult result -> result.text().length();
            case ModelMessage.Assistant said ->
                said.text().length()
                        + said.toolCalls().stream()
                                .mapToInt(call -> call.arguments().length())
                                .sum();
        };
    }
}
