package dev.switchboard.core.modelrun;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Sees to it that a call's id is its own: some vendors give none, some count from zero in every answer. Thread: the run's.
 */
final class CallIds {
    /** A shorter one is a vendor's counter, which the next run would begin again. */
    private static final int SHORTEST = 16;

    private final Supplier<String> ids;
    private final Set<String> used = new HashSet<>();
    /** Of the answer that is being written, by their numbers. */
    private final Map<Integer, Named> present = new HashMap<>();

    private record Named(String vendors, String ours) {}

    CallIds(Supplier<String> ids) {
        this.ids = ids;
    }

    void known(ModelMessage.Assistant earlier) {
        earlier.toolCalls().forEach(call -> used.add(call.id()));
    }

    /** The id of a call that is being written: the one it has in the reply too. */
    String of(int index, String vendors) {
        return present.computeIfAbsent(index, _ -> new Named(vendors, ours(vendors)))
                .ours();
    }

    /** The answer is written anew, and may name its calls as before. */
    void retracted() {
        present.values().forEach(named -> used.remove(named.ours()));
        present.clear();
    }

    ModelReply unique(ModelReply reply) {
        if (reply.toolCalls().isEmpty()) {
            return reply;
        }
        var calls = new ArrayList<ToolCall>();
        for (var call : reply.toolCalls()) {
            var named = present.get(calls.size());
            var id = named != null && named.vendors().equals(call.id()) ? named.ours() : ours(call.id());
            calls.add(new ToolCall(id, call.name(), call.arguments()));
        }
        present.clear();
        return new ModelReply(reply.text(), reply.thinking(), calls, reply.usage(), reply.finish());
    }

    private String ours(String vendors) {
        return vendors.length() >= SHORTEST && used.add(vendors) ? vendors : "call_" + ids.get();
    }
}
