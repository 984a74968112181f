package dev.switchboard.core.modelrun;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import java.util.ArrayList;
import java.util.HashSet;
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

    CallIds(Supplier<String> ids) {
        this.ids = ids;
    }

    void known(ModelMessage.Assistant earlier) {
        earlier.toolCalls().forEach(call -> used.add(call.id()));
    }

    ModelReply unique(ModelReply reply) {
        if (reply.toolCalls().isEmpty()) {
            return reply;
        }
        var calls = new ArrayList<ToolCall>();
        for (var call : reply.toolCalls()) {
            boolean fine = call.id().length() >= SHORTEST && used.add(call.id());
            calls.add(fine ? call : new ToolCall("call_" + ids.get(), call.name(), call.arguments()));
        }
        return new ModelReply(reply.text(), reply.thinking(), calls, reply.usage(), reply.finish());
    }
}
