package dev.switchboard.core.run;

import dev.switchboard.core.approval.ApprovalPolicy;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunJournal.Ending;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.money.Spending;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One agent execution for one message, from its start to its final event: the model is asked, its calls are made, it is
 * asked again with their results, until it answers, somebody stops it, or a limit is reached. Every step is on disk
 * before anything follows from it, so that the next gateway goes on where this one was cut off.
 *
 * <p>Thread: the loop of its session. Interrupting it aborts what it does and leaves the message without a final event;
 * stopping it through its {@link RunControl} ends it.
 */
final class AgentRun {
    private static final Logger log = LoggerFactory.getLogger(AgentRun.class);

    private final Agent agent;
    private final Inbox.Waiting waiting;
    private final @Nullable Brief brief;
    private final SessionId session;
    private final RunId run;
    private final RunServices services;
    private final History history;
    private final Toolboxes toolboxes;
    private final RunControl control;
    private final Injections injections;
    private final RunEvents events;
    private final Spending spending;
    private final RunMessages messages;
    private final PlanOfRun plan;
    private final CallRunner calls;
    private final CallIds callIds;
    private final Set<String> files = new LinkedHashSet<>();
    private final long startedAt = System.nanoTime();
    private Ledger.@Nullable Pending started;
    private RunRecord record = RunRecord.NONE;
    private OpenParts earlier = OpenParts.NONE;
    private @Nullable Hearing hearing;

    AgentRun(
            Assignment assignment,
            Inbox.Waiting waiting,
            RunId run,
            RunServices services,
            History history,
            Toolboxes toolboxes,
            RunControl control,
            Injections injections,
            RunPlace place,
            Instant upSince) {
        this.agent = assignment.agent();
        this.waiting = waiting;
        this.session = waiting.message().session();
        this.run = run;
        this.services = services;
        this.history = history;
        this.toolboxes = toolboxes;
        this.control = control;
        this.injections = injections;
        this.events = new RunEvents(run, waiting.message().messageId(), services.ids(), services.masking());
        var abilities = agent.abilities();
        this.brief = waiting.message().brief();
        var maxWritten = brief == null ? null : brief.maxTokens();
        this.spending = new Spending(
                agent.name(),
                abilities.price(),
                abilities.budget(),
                abilities.limits(),
                maxWritten,
                services.spending(),
                services.clock());
        this.messages = new RunMessages(waiting.message().text(), brief);
        this.plan = new PlanOfRun(moved -> append(List.of(events.planChanged(moved)), List.of()));
        this.callIds = new CallIds(services.ids());
        this.calls = new CallRunner(
                session,
                run,
                services,
                abilities,
                new ApprovalPolicy(assignment.mode(), abilities.allow()),
                control,
                place,
                new LettingGo(),
                events,
                new ToolContext(
                        session,
                        run,
                        abilities.workspace(),
                        new GroupsOfRun(run, services.journal()),
                        plan,
                        control::isKilled,
                        new HeldOutput(services.toolOutput(), session)),
                upSince);
    }

    /** What a run holds in memory while it works is on record, and gone from memory while it waits for a person. */
    private final class LettingGo implements CallRunner.Memory {
        @Override
        public void letGo() {
            messages.letGo();
            record = RunRecord.NONE;
        }

        @Override
        public void recall(int step, int index) {
            record = services.journal().of(run);
            messages.recallUntil(record, step, index);
        }
    }

    /** To be called first; what it hands to the journal is on disk when the returned wait is over. */
    Ledger.Pending start() {
        List<RunEvent> begin = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        if (brief != null) {
            plan.begin(brief.plan());
        }
        // Whoever knows a task's name can stop it and send it messages before it begins.
        if (waiting.attempts() > 0 || brief != null) {
            record = services.journal().of(run);
            earlier = OpenParts.of(services.ledger(), session, waiting.seq(), run);
            var ends = earlier.aborted(services.ids());
            begin.addAll(ends);
            record = new Interrupted(record, toolboxes.of(agent)).settle(ends, changes);
            spending.resume(record);
            if (earlier.plan() != null && (brief == null || !earlier.plan().equals(brief.plan()))) {
                plan.resume(earlier.plan());
            }
            files.addAll(earlier.files());
        }
        begin.add(events.started(agent, waiting.attempts() + 1));
        begin.add(events.turnStart());
        if (brief != null && brief.plan() != null && waiting.attempts() == 0) {
            begin.add(events.planChanged(brief.plan()));
        }
        if (waiting.attempts() > 0) {
            begin.add(events.retracted("The gateway was started again."));
        }
        return begin(begin, changes);
    }

    private Ledger.Pending begin(List<RunEvent> begin, List<Change> changes) {
        var pending = services.journal().start(session, waiting.seq(), run, begin, changes);
        started = pending;
        return pending;
    }

    /** How often it was started before without getting anywhere. Known after {@link #start}. */
    int fruitlessStarts() {
        return record.fruitlessStarts();
    }

    /** The final event, committed; empty if the message had one already. */
    Optional<RunEvent.Final> run() throws InterruptedException {
        RunEvent.Final end;
        try {
            var stop = earlier.stop();
            if (stop != null) {
                messages.recall(record);
                throw new RunStopped(stop);
            }
            return converse(resume());
        } catch (RunStopped e) {
            end = stopped(e.request());
        } catch (SwitchboardException e) {
            if (e.code() == ErrorCode.STORE_UNAVAILABLE) {
                // Not the model's fault and not for good: without a final event the message is taken up again.
                throw e;
            }
            log.atWarn()
                    .addKeyValue("session", session)
                    .addKeyValue("run", run)
                    .log("run failed: {}: {}", e.code().wireName(), e.getMessage());
            end = failed(e.code(), sentence(e));
        } catch (RuntimeException | Error e) {
            end = failed(ErrorCode.INTERNAL, words(e));
        }
        return conclude(end);
    }

    /** Ends the message in words though {@link #start} has failed. A store that cannot write is none of its faults. */
    Optional<RunEvent.Final> cannotBegin(Throwable failure) {
        if (failure instanceof SwitchboardException e && e.code() == ErrorCode.STORE_UNAVAILABLE) {
            throw e;
        }
        var why = words(failure);
        begin(List.of(events.started(agent, waiting.attempts() + 1), events.turnStart()), List.of());
        return conclude(failed(ErrorCode.INTERNAL, why));
    }

    /** What a person is told of a fault of ours; the log has the rest. */
    private String words(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            // The trace of such an error is that of whoever came last, and not of who took most.
            log.atError()
                    .addKeyValue("session", session)
                    .addKeyValue("run", run)
                    .log("run failed: there is no memory left ({})", failure.getMessage());
            return "The gateway has run out of memory while it worked on this. Ask for less at once, or start the"
                    + " gateway with more memory, and send it again.";
        }
        log.atError()
                .addKeyValue("session", session)
                .addKeyValue("run", run)
                .setCause(failure)
                .log("run failed unexpectedly");
        return "Something went wrong inside the gateway. Please send it again.";
    }

    /** Ends the message in words without asking a model. */
    Optional<RunEvent.Final> giveUp(ErrorCode code, String why) {
        messages.recall(record);
        return conclude(failed(code, why));
    }

    /** Brings the conversation to where it was; returns what the model has to be told next. */
    private List<Injection> resume() throws InterruptedException, RunStopped {
        record.waiting().forEach(injections::add);
        // By number: the record is let go and read again where a call has to wait for a person.
        for (int i = 0; i < record.steps().size(); i++) {
            var step = record.steps().get(i);
            callIds.known(step.message());
            hear(step.taken());
            messages.said(step.message());
            make(step.number(), step.message(), step.calls());
        }
        var steps = record.steps();
        boolean betweenTurns =
                !steps.isEmpty() && steps.getLast().message().toolCalls().isEmpty();
        return betweenTurns ? nextTurn() : List.of();
    }

    private Optional<RunEvent.Final> converse(List<Injection> first) throws InterruptedException, RunStopped {
        var heard = new ArrayList<>(first);
        hear(first);
        while (true) {
            var steering = injections.steering();
            hear(steering);
            heard.addAll(steering);
            var step = ask(List.copyOf(heard));
            heard.clear();
            if (!step.message().toolCalls().isEmpty()) {
                append(events.step(step), step.changes());
                messages.said(step.message());
                make(step.number(), step.message(), Map.of());
                continue;
            }
            var end = events.answered(step.message().text(), spending.tokens(), elapsed(), account());
            switch (finish(events.beforeWords(step), end, step.heardChanges())) {
                case RECORDED -> {
                    remember(end);
                    return Optional.of(end);
                }
                case SECOND -> {
                    return Optional.empty();
                }
                case INJECTED -> {
                    var shown = new ArrayList<>(events.step(step));
                    shown.add(events.turnEnd(Status.OK));
                    shown.add(events.nextTurn());
                    append(shown, step.changes());
                    messages.said(step.message());
                    heard.addAll(nextTurn());
                    hear(heard);
                }
            }
        }
    }

    /** The model is told, and from here on does what these senders want. */
    private void hear(List<Injection> heard) {
        messages.heard(heard);
        calls.heard(heard);
    }

    private ModelStep ask(List<Injection> heard) throws InterruptedException, RunStopped {
        var toolbox = toolboxes.of(agent);
        int window = ContextWindow.of(agent);
        int room = window - ContextWindow.fixed(agent, brief) - toolbox.tokens();
        messages.fit(room);
        var past = brief != null && !brief.said().isEmpty()
                ? Past.none()
                : history.before(session, window, Math.max(0, room - messages.tokens()));
        var all = past.messages();
        all.addAll(messages.all());
        var request = new ModelRequest(
                ContextWindow.system(agent, past.summary(), brief), all, toolbox.specs(), spending.mayWrite());
        spending.reserve(
                () -> window - room + all.stream().mapToInt(TokenEstimate::of).sum());
        var listening = new Hearing(
                new ThinkingRecorder(
                        services.ledger(), session, run, events.turnId(), services.ids(), services.masking()),
                services.previews(),
                session,
                run);
        hearing = listening;
        var asked = System.nanoTime();
        try {
            var reply = callIds.unique(control.interruptibly(() -> agent.model().answer(request, listening)));
            var cost = spending.settle(reply);
            spending.checkWhole(reply);
            return new ModelStep(spending.steps(), reply, cost, since(asked), listening.close(Status.OK), heard);
        } catch (SwitchboardException e) {
            if (listening.text() == null) {
                spending.giveBack();
            }
            throw e;
        }
    }

    /** Makes the calls of one step, in order; those with a result on record only count. */
    private void make(int step, ModelMessage.Assistant message, Map<Integer, RunRecord.Call> recorded)
            throws InterruptedException, RunStopped {
        var toolbox = toolboxes.of(agent);
        for (int i = 0; i < message.toolCalls().size(); i++) {
            var call = message.toolCalls().get(i);
            var begun = recorded.get(i);
            var result = begun != null && begun.result() != null
                    ? new ToolResult(begun.result())
                    : calls.make(step, i, call, toolbox, begun != null, record.approval(step, i));
            WrittenFiles.in(call.name(), result.json()).ifPresent(files::add);
            messages.result(call, result);
        }
    }

    private List<Injection> nextTurn() {
        var next = injections.nextTurn();
        if (next.isEmpty()) {
            // Committed, and not yet told to this thread.
            services.journal().of(run).waiting().forEach(injections::add);
            next = injections.nextTurn();
        }
        return next;
    }

    /** Ends the run whatever was sent to it meanwhile. */
    private Optional<RunEvent.Final> conclude(RunEvent.Final end) {
        // Asked before a restart, and no longer of use: people must not be left to answer them.
        record.approvals().stream()
                .filter(approval -> approval.decision() == null)
                .forEach(services.approvals()::withdraw);
        var open = hearing == null ? List.<RunEvent>of() : hearing.close(statusOf(end));
        if (finish(open, end, List.of(new Change.InjectionsClosed())) == Ending.SECOND) {
            return Optional.empty();
        }
        remember(end);
        return Optional.of(end);
    }

    private Ending finish(List<RunEvent> before, RunEvent.Final end, List<Change> changes) {
        var last = new ArrayList<>(before);
        last.add(end);
        last.add(events.turnEnd(statusOf(end)));
        var beginning = started;
        if (beginning != null && beginning.isDone()) {
            // Throws if it failed, so that no end is recorded without its beginning. One that is still under way is
            // right before the end in the writer's queue and shares its fate.
            beginning.await();
        }
        return services.journal().finish(session, waiting.seq(), run, last, changes);
    }

    private static Status statusOf(RunEvent.Final end) {
        return switch (end) {
            case RunEvent.Answered _ -> Status.OK;
            case RunEvent.Failed _ -> Status.ERROR;
            case RunEvent.Stopped _ -> Status.ABORTED;
        };
    }

    private void remember(RunEvent.Final end) {
        Turn.of(waiting.seq(), messages, end).ifPresent(turn -> history.add(session, turn, ContextWindow.of(agent)));
    }

    private RunEvent.Final stopped(StopRequest request) {
        return request.limit() == null
                ? events.stopped(partial(), request.reason(), spending.tokens(), elapsed(), account())
                : failed(request.limit(), String.valueOf(request.reason()));
    }

    private RunEvent.Failed failed(ErrorCode code, String why) {
        return events.failed(code.wireName(), why, partial(), spending.tokens(), elapsed(), account());
    }

    private @Nullable String partial() {
        return hearing == null ? null : hearing.text();
    }

    /** Null for a plain answer, which is most of them. */
    private RunEvent.@Nullable Account account() {
        var cost = spending.costMicros();
        boolean plain = brief == null && !messages.hasSteps() && files.isEmpty() && plan.moved() == null;
        return plain && (cost == null || cost == 0)
                ? null
                : new RunEvent.Account(
                        spending.steps(), cost, files.isEmpty() ? null : List.copyOf(files), plan.moved());
    }

    private void append(List<RunEvent> shown, List<Change> changes) {
        services.journal().append(session, run, shown, changes);
    }

    private static String sentence(SwitchboardException e) {
        var message = e.getMessage();
        return message == null ? "The model could not answer." : message;
    }

    private Duration elapsed() {
        return since(startedAt);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
