package dev.switchboard.core.modelrun;

import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.run.CallSlot;
import dev.switchboard.core.run.ShownResult;
import dev.switchboard.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was said in one run so far, as its model is told.
 *
 * <p>Thread: the run's.
 */
final class RunMessages {
    private static final String LEFT_OUT =
            "{\"ok\":true,\"note\":\"left out to save room; call the tool again if needed\"}";

    private final List<ModelMessage> messages = new ArrayList<>();

    /** How many messages there were before anything was done about the question. */
    private final int given;

    /** @param brief what the question comes with, if it is a task */
    RunMessages(String question, @Nullable Brief brief) {
        if (brief != null) {
            messages.addAll(brief.said());
            if (brief.context() != null) {
                messages.add(new ModelMessage.User(brief.context()));
            }
        }
        messages.add(new ModelMessage.User(question));
        given = messages.size();
    }

    void heard(List<Injection> injections) {
        if (!injections.isEmpty()) {
            messages.add(new ModelMessage.User(
                    injections.stream().map(Injection::text).collect(Collectors.joining("\n\n"))));
        }
    }

    void said(ModelMessage.Assistant message) {
        messages.add(message);
    }

    void result(ToolCall call, ToolResult result) {
        var text = ShownResult.of(result.json(), ShownResult.FOR_MODEL).toString();
        messages.add(new ModelMessage.ToolResult(call.id(), call.name(), text));
    }

    List<ModelMessage> all() {
        return List.copyOf(messages);
    }

    int tokens() {
        return messages.stream().mapToInt(TokenEstimate::of).sum();
    }

    /** The same for a run that is on record. */
    static RunMessages of(String question, RunRecord record) {
        var messages = new RunMessages(question, record.brief());
        messages.recall(record);
        return messages;
    }

    /** Lets go of all but what the run was given; {@link #recallUntil} brings it back. */
    void letGo() {
        messages.subList(given, messages.size()).clear();
    }

    /** All that was said and done before this call, which is one of the last step's. */
    void recallUntil(RunRecord record, int step, int index) {
        letGo();
        for (var past : record.steps()) {
            heard(past.taken());
            said(past.message());
            int calls =
                    past.number() == step ? index : past.message().toolCalls().size();
            for (int i = 0; i < calls; i++) {
                var call = past.calls().get(i);
                var known = call == null ? null : call.result();
                result(
                        past.message().toolCalls().get(i),
                        known == null ? CallSlot.OUTCOME_UNKNOWN : new ToolResult(known));
            }
        }
    }

    /** All that was said and done until the record ends. */
    void recall(RunRecord record) {
        for (var step : record.steps()) {
            heard(step.taken());
            said(step.message());
            for (int i = 0; i < step.message().toolCalls().size(); i++) {
                var call = step.calls().get(i);
                if (call != null && call.result() != null) {
                    result(step.message().toolCalls().get(i), new ToolResult(call.result()));
                }
            }
        }
        heard(record.takenLast());
    }

    /** Whether anything was done for the question, or said beside it. */
    boolean hasSteps() {
        return messages.size() > given;
    }

    /** Forgets the oldest results until the rest fits; the newest ones and every call stay. */
    void fit(int budget) {
        int left = tokens() - budget;
        int keep = messages.size() - 1;
        while (keep > 0 && messages.get(keep) instanceof ModelMessage.ToolResult) {
            keep--;
        }
        for (int i = 0; i < keep && left > 0; i++) {
            if (messages.get(i) instanceof ModelMessage.ToolResult result
                    && result.text().length() > LEFT_OUT.length()) {
                left -= TokenEstimate.of(result.text()) - TokenEstimate.of(LEFT_OUT);
                messages.set(i, new ModelMessage.ToolResult(result.callId(), result.tool(), LEFT_OUT));
            }
        }
    }
}
