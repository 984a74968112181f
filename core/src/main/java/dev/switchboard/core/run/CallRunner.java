package dev.switchboard.core.run;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.ApprovalPolicy;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.session.SessionLoops;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import java.time.Duration;
import java.time.Instant;
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
 * Makes one call of one step: permitted, recorded as begun, done, recorded as finished. Whatever goes wrong becomes a
 * result the model can read; a call is begun at most once, whatever happens in between.
 *
 * <p>Thread: the run's.
 */
final class CallRunner {
    private static final Logger log = LoggerFactory.getLogger(CallRunner.class);
    private static final String TOO_MANY_WAIT = ("Not done: it needs somebody's word, and %,d questions wait for people"
                    + " already. Do not try it again by yourself; say what you wanted to do and why.")
            .formatted(SessionLoops.MAX_WAITING_RUNS);

    private final SessionId session;
    private final RunId run;
    private final RunServices services;
    private final RunJournal journal;
    private final Abilities abilities;
    private final RunControl control;
    private final RunPlace runPlace;
    private final Memory memory;
    private final RunEvents events;
    private final ToolContext context;
    private final Instant upSince;
    private ApprovalPolicy policy;

    /** What the run remembers of itself: too much to be held while it waits for a person. */
    interface Memory {
        void letGo();

        /** All that was before this call. */
        void recall(int step, int index);
    }

    /** One call and where it stands in the run. */
    private record Place(int step, int index, ToolCall call, ObjectNode shown) {}

    /**
     * @param policy what the run was submitted with
     * @param upSince since when this gateway takes up what a former one left
     */
    CallRunner(
            SessionId session,
            RunId run,
            RunServices services,
            Abilities abilities,
            ApprovalPolicy policy,
            RunControl control,
            RunPlace runPlace,
            Memory memory,
            RunEvents events,
            ToolContext context,
            Instant upSince) {
        this.session = session;
        this.run = run;
        this.services = services;
        this.journal = services.journal();
        this.abilities = abilities;
        this.policy = policy;
        this.control = control;
        this.runPlace = runPlace;
        this.memory = memory;
        this.events = events;
        this.context = context;
        this.upSince = upSince;
    }

    /**
     * The run does from here on what these say too. Whoever cannot answer approvals could not have submitted it with a
     * looser mode than the agent's, and does not come to one by steering what somebody else has submitted.
     */
    void heard(List<Injection> injections) {
        if (injections.stream().anyMatch(injection -> !injection.mayLoosen())) {
            policy = policy.noLooserThan(abilities.approval());
        }
    }

    /**
     * @param begun whether it was begun before a restart and has no result; only a read is made again
     * @param asked the question that was asked about it before a restart
     */
    ToolResult make(int step, int index, ToolCall call, Toolbox toolbox, boolean begun, Optional<Approval> asked)
            throws InterruptedException, RunStopped {
        var tool = toolbox.named(call.name());
        var arguments = object(call.arguments());
        if (tool.isEmpty() || arguments.isEmpty()) {
            var shown = arguments.orElseGet(
                    () -> JsonNodeFactory.instance.objectNode().put("unreadable", call.arguments()));
            return conclude(
                    new Place(step, index, call, shown),
                    ToolResult.failed(
                            tool.isEmpty()
                                    ? toolbox.missing(call.name())
                                    : "The arguments are not a JSON object. Write them again."));
        }
        if (begun && tool.get().effect() != Effect.READ) {
            // Its result was lost, or the tool was a read when it was begun.
            return OpenParts.OUTCOME_UNKNOWN;
        }
        var place = new Place(step, index, call, shown(tool.get(), arguments.get()));
        if (!begun) {
            var refusal = refusal(place, tool.get(), arguments.get(), asked);
            if (refusal.isPresent()) {
                return conclude(place, refusal.get());
            }
        }
        return execute(place, tool.get(), arguments.get(), begun);
    }

    private ToolResult execute(Place place, Tool tool, ObjectNode arguments, boolean begun)
            throws InterruptedException, RunStopped {
        var start = events.toolStart(place.call().id(), place.call().name(), place.shown());
        List<Change> changes = begun ? List.of() : List.of(new Change.CallStarted(place.step(), place.index()));
        if (!journal.append(session, run, List.of(start), changes)) {
            throw new IllegalStateException("a call was to be begun a second time");
        }
        var since = System.nanoTime();
        var surroundings = context.ofNextCall();
        try (var _ = surroundings.held();
                var result = control.interruptibly(() -> run(tool, arguments, surroundings))) {
            return finished(place, result, since);
        } catch (RunStopped e) {
            finish(place, ToolResult.failed("Stopped before it was done."), Status.ABORTED, since);
            throw e;
        }
    }

    private ToolResult run(Tool tool, ObjectNode arguments, ToolContext surroundings) throws InterruptedException {
        try {
            return surroundings.held().during(() -> tool.run(arguments.deepCopy(), surroundings));
        } catch (OutOfMemoryError e) {
            // What the tool held is free again. The trace would be that of whoever came last, not of who took most.
            log.atError()
                    .addKeyValue("session", session)
                    .addKeyValue("run", run)
                    .log("tool {} failed: there is no memory left", tool.spec().name());
            return ToolResult.failed(
                    "The gateway ran out of memory during this call, and nobody knows how much of it was done."
                            + " Ask for less at once.");
        } catch (RuntimeException | Error e) {
            unexpected(tool.spec().name(), e);
            return ToolResult.failed("The tool failed for a reason of its own (%s). Try another way."
                    .formatted(e.getClass().getSimpleName()));
        }
    }

    private void unexpected(String tool, Throwable failure) {
        log.atError()
                .addKeyValue("session", session)
                .addKeyValue("run", run)
                .setCause(failure)
                .log("tool {} failed unexpectedly", tool);
    }

    /** Records what a call gave; if that is more than can be kept, that it was. What was begun always gets its end. */
    private ToolResult finished(Place place, ToolResult result, long since) {
        try {
            finish(place, result, result.ok() ? Status.OK : Status.ERROR, since);
            return result;
        } catch (SwitchboardException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            unexpected(place.call().name(), e);
            var lost = ToolResult.failed(
                    "It was done, but its result could not be kept (%s). Do not do it again only to see the result;"
                                    .formatted(e.getClass().getSimpleName())
                            + " look at what it changed, or ask for less at once.");
            finish(place, lost, Status.ERROR, since);
            return lost;
        }
    }

    private void finish(Place place, ToolResult result, Status status, long since) {
        var took = Duration.ofNanos(System.nanoTime() - since);
        var end = events.toolEnd(place.call().id(), place.call().name(), place.shown(), result, status, took);
        journal.append(session, run, List.of(end), List.of(finished(place, end.id(), result)));
    }

    private static Change finished(Place place, String eventId, ToolResult result) {
        var told = ShownResult.of(result.json(), ShownResult.FOR_MODEL);
        return new Change.CallFinished(place.step(), place.index(), eventId, told, KeptResult.beside(told, result));
    }

    /** A call that is not made has its result at once. */
    private ToolResult conclude(Place place, ToolResult result) {
        var start = events.toolStart(place.call().id(), place.call().name(), place.shown());
        var end = events.toolEnd(
                place.call().id(), place.call().name(), place.shown(), result, Status.ERROR, Duration.ZERO);
        journal.append(
                session,
                run,
                List.of(start, end),
                List.of(new Change.CallStarted(place.step(), place.index()), finished(place, end.id(), result)));
        return result;
    }

    private Optional<ToolResult> refusal(Place place, Tool tool, ObjectNode arguments, Optional<Approval> asked)
            throws InterruptedException, RunStopped {
        // What was asked before a restart keeps its answer, though a changed configuration would no longer ask.
        var question = asked.or(
                () -> policy.reasonToAsk(tool, arguments).map(reason -> question(place, tool, arguments, reason)));
        if (question.isEmpty()) {
            return Optional.empty();
        }
        var approval = question.get();
        var decision = approval.decision();
        if (decision == null) {
            if (!runPlace.leaveToWait(asked.isPresent())) {
                return Optional.of(ToolResult.failed(TOO_MANY_WAIT));
            }
            decision = ask(approval, asked.isPresent());
        } else if (decision.approved() && !upSince.isBefore(approval.expiresAt())) {
            // An answer that was given while this run waited for its turn counts, however long that took. What had
            // expired when this gateway came up is too old to act on.
            decision = new Decision(false, "The approval has expired meanwhile.", Decision.TIMEOUT);
        }
        return decision.approved() ? Optional.empty() : Optional.of(ToolResult.failed(words(decision)));
    }

    private Decision ask(Approval approval, boolean recorded) throws InterruptedException, RunStopped {
        log.atInfo().addKeyValue("session", session).addKeyValue("run", run).log("waiting for approval");
        control.asking(true);
        memory.letGo();
        try {
            var answered = control.interruptibly(() -> {
                var decision = services.approvals().ask(approval, recorded, events.approvalRequired(approval));
                runPlace.takeAgain();
                return decision;
            });
            memory.recall(approval.step(), approval.index());
            return answered;
        } catch (RunStopped e) {
            services.approvals().withdraw(approval);
            memory.recall(approval.step(), approval.index());
            throw e;
        } finally {
            // Whoever is let go because the gateway goes down needs nothing of what it was: a thousand may wait.
            control.asking(false);
        }
    }

    private Approval question(Place place, Tool tool, ObjectNode arguments, String reason) {
        return new Approval(
                "approval-" + events.newId(),
                session,
                run,
                place.step(),
                place.index(),
                place.call().id(),
                events.turnId(),
                place.call().name(),
                events.masked(arguments),
                tool.effect(),
                reason,
                services.clock().instant().plus(abilities.approvalTimeout()),
                null);
    }

    private static String words(Decision decision) {
        var why = new ArrayList<String>();
        if (Decision.TIMEOUT.equals(decision.code())) {
            why.add("Not done: nobody allowed it in time.");
            why.add("Do not try it again or another way by yourself; say what you wanted to do and why.");
        } else {
            why.add("Not done: the person refused it.");
            if (decision.reason() != null) {
                why.add("They said: \"%s\".".formatted(decision.reason()));
            }
            why.add("Do not try it another way; go on without it or ask what they want instead.");
        }
        return String.join(" ", why);
    }

    private ObjectNode shown(Tool tool, ObjectNode arguments) {
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
