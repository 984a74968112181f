package dev.switchboard.core.modelrun;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.run.CallSlot;
import dev.switchboard.core.run.RunContext;
import dev.switchboard.core.run.RunStopped;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the calls of one step: each permitted, recorded as begun, done, recorded as finished. They are made in order, or
 * beside each other if all of them only look. Whatever goes wrong becomes a result the model can read.
 *
 * <p>Thread: the run's; what runs beside it writes nothing of ours.
 */
final class StepCalls {
    private static final Logger log = LoggerFactory.getLogger(StepCalls.class);

    private final RunContext run;
    private final RunMessages messages;

    /** A call that can be made. */
    private record Made(CallSlot slot, Tool tool, ObjectNode arguments) {}

    StepCalls(RunContext run, RunMessages messages) {
        this.run = run;
        this.messages = messages;
    }

    /** Those with a result on record only count. */
    void make(int step, ModelMessage.Assistant message, Toolbox toolbox) throws InterruptedException, RunStopped {
        var calls = message.toolCalls();
        int done = 0;
        while (done < calls.size() && known(step, done) != null) {
            done++;
        }
        var looks = looks(step, done, calls, toolbox);
        if (looks.size() > 1) {
            tellKnown(step, 0, done, calls);
            lookBeside(looks, calls.subList(done, calls.size()));
            return;
        }
        for (int i = 0; i < calls.size(); i++) {
            var known = known(step, i);
            messages.result(calls.get(i), known != null ? known : make(step, i, calls.get(i), toolbox));
        }
    }

    private @Nullable ToolResult known(int step, int index) {
        var call = run.record().call(step, index);
        var result = call.isEmpty() ? null : call.get().result();
        return result == null ? null : new ToolResult(result);
    }

    private void tellKnown(int step, int from, int to, List<ToolCall> calls) {
        for (int i = from; i < to; i++) {
            var known = known(step, i);
            if (known != null) {
                messages.result(calls.get(i), known);
            }
        }
    }

    /** What is left of the step if all of that only looks, else nothing. */
    private List<Made> looks(int step, int from, List<ToolCall> calls, Toolbox toolbox) {
        var looks = new ArrayList<Made>();
        for (int i = from; i < calls.size(); i++) {
            var tool = toolbox.named(calls.get(i).name()).filter(Tool::runsBesideOthers);
            var arguments = object(calls.get(i).arguments());
            if (tool.isEmpty() || arguments.isEmpty() || known(step, i) != null) {
                return List.of();
            }
            looks.add(new Made(slot(step, i, calls.get(i), tool.get(), arguments.get()), tool.get(), arguments.get()));
        }
        return looks;
    }

    private void lookBeside(List<Made> looks, List<ToolCall> calls) throws InterruptedException, RunStopped {
        for (int from = 0; from < looks.size(); from += BesideEachOther.AT_ONCE) {
            int to = Math.min(looks.size(), from + BesideEachOther.AT_ONCE);
            var some = looks.subList(from, to);
            CallSlot.beginAll(some.stream().map(Made::slot).toList());
            var surroundings = some.stream().map(_ -> run.surroundings()).toList();
            try (var beside = new BesideEachOther()) {
                for (int i = 0; i < some.size(); i++) {
                    var call = some.get(i);
                    var around = surroundings.get(i);
                    beside.start(() -> run(call, around));
                }
                finish(some, calls.subList(from, to), beside);
            } finally {
                surroundings.forEach(around -> around.held().close());
            }
        }
    }

    /** In their order, whichever was done first. */
    private void finish(List<Made> looks, List<ToolCall> calls, BesideEachOther beside)
            throws InterruptedException, RunStopped {
        int next = 0;
        try {
            for (; next < looks.size(); next++) {
                int which = next;
                var result = run.interruptibly(() -> beside.await(which));
                messages.result(calls.get(next), looks.get(next).slot().finish(result));
            }
        } catch (RunStopped e) {
            beside.stop();
            for (int i = next; i < looks.size(); i++) {
                var slot = looks.get(i).slot();
                beside.result(i).ifPresentOrElse(slot::finish, slot::abort);
            }
            throw e;
        }
    }

    private ToolResult make(int step, int index, ToolCall call, Toolbox toolbox)
            throws InterruptedException, RunStopped {
        var tool = toolbox.named(call.name());
        var arguments = object(call.arguments());
        if (tool.isEmpty() || arguments.isEmpty()) {
            var shown = arguments.orElseGet(
                    () -> JsonNodeFactory.instance.objectNode().put("unreadable", call.arguments()));
            return run.call(step, index, call.id(), call.name(), shown)
                    .refuse(ToolResult.failed(
                            tool.isEmpty()
                                    ? toolbox.missing(call.name())
                                    : "The arguments are not a JSON object. Write them again."));
        }
        var made = new Made(slot(step, index, call, tool.get(), arguments.get()), tool.get(), arguments.get());
        if (!made.slot().isBegun()) {
            var permission = run.permit(
                    made.slot(),
                    made.tool().effect(),
                    made.tool().command(made.arguments()).orElse(null),
                    made.arguments(),
                    null);
            if (!permission.granted()) {
                return made.slot().refuse(ToolResult.failed(permission.words()));
            }
        } else if (made.tool().effect() != Effect.READ) {
            // Its result was lost, or the tool was a read when it was begun.
            return CallSlot.OUTCOME_UNKNOWN;
        }
        return execute(made);
    }

    private ToolResult execute(Made call) throws InterruptedException, RunStopped {
        call.slot().begin();
        var surroundings = run.surroundings();
        try (var _ = surroundings.held();
                var result = run.interruptibly(() -> run(call, surroundings))) {
            return call.slot().finish(result);
        } catch (RunStopped e) {
            call.slot().abort();
            throw e;
        }
    }

    private ToolResult run(Made call, ToolContext surroundings) throws InterruptedException {
        var name = call.tool().spec().name();
        try {
            return surroundings.held().during(() -> call.tool()
                    .run(call.arguments().deepCopy(), surroundings));
        } catch (OutOfMemoryError e) {
            // What the tool held is free again. The trace would be that of whoever came last, not of who took most.
            log.atError()
                    .addKeyValue("session", run.session())
                    .addKeyValue("run", run.run())
                    .log("tool {} failed: there is no memory left", name);
            return ToolResult.failed(
                    "The gateway ran out of memory during this call, and nobody knows how much of it was done."
                            + " Ask for less at once.");
        } catch (RuntimeException | Error e) {
            log.atError()
                    .addKeyValue("session", run.session())
                    .addKeyValue("run", run.run())
                    .setCause(e)
                    .log("tool {} failed unexpectedly", name);
            return ToolResult.failed("The tool failed for a reason of its own (%s). Try another way."
                    .formatted(e.getClass().getSimpleName()));
        }
    }

    private CallSlot slot(int step, int index, ToolCall call, Tool tool, ObjectNode arguments) {
        return run.call(step, index, call.id(), call.name(), shown(tool, arguments));
    }

    private static ObjectNode shown(Tool tool, ObjectNode arguments) {
        try {
            return tool.shown(arguments.deepCopy());
        } catch (RuntimeException | Error e) {
            // Nothing is begun yet: a fault in what is shown must not decide what is done.
            log.atWarn()
                    .setCause(e)
                    .log("tool {} cannot show its arguments", tool.spec().name());
            return arguments;
        }
    }

    private static Optional<ObjectNode> object(@Nullable String arguments) {
        if (arguments == null || arguments.isBlank()) {
            return Optional.of(JsonNodeFactory.instance.objectNode());
        }
        try {
            return Json.mapper().readTree(arguments) instanceof ObjectNode object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
