package dev.switchboard.core.run;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.channel.MessageRules;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.RunJournal.Ending;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.session.RunPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One agent execution for one message, from its start to its final event: the life of a run. It is started, taken up
 * again after a crash, stopped, ended for taking too long or for a fault, and its end is committed here and nowhere else.
 * What happens inside is its {@link RunBody}'s.
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
    private final LiveRuns.Live reach;
    private final RunPlace place;
    private final BodyContext context;
    private final RunEvents events;
    private final long startedAt = System.nanoTime();
    private @Nullable RunBody body;
    private Ledger.@Nullable Pending started;
    private OpenParts earlier = OpenParts.NONE;

    AgentRun(
            Assignment assignment,
            Inbox.Waiting waiting,
            RunId run,
            RunServices services,
            LiveRuns.Live reach,
            RunPlace place,
            Instant upSince) {
        this.agent = assignment.agent();
        this.waiting = waiting;
        this.brief = waiting.message().brief();
        this.session = waiting.message().session();
        this.run = run;
        this.services = services;
        this.reach = reach;
        this.place = place;
        this.context = new BodyContext(assignment, waiting, run, services, reach, place, upSince);
        this.events = context.events();
    }

    /** To be called first; what it hands to the journal is on disk when the returned wait is over. */
    Ledger.Pending start() {
        var made = agent.bodies().body(context);
        if (waiting.message().attachment() == null) {
            body = made;
            context.belongsTo(made);
        }
        List<RunEvent> begin = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        if (brief != null) {
            context.plan().begin(brief.plan());
        }
        // Whoever knows a task's name can stop it and send it messages before it begins.
        if (waiting.attempts() > 0 || brief != null) {
            resume(made, begin, changes);
        }
        countTime();
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

    private void resume(RunBody made, List<RunEvent> begin, List<Change> changes) {
        var record = services.journal().of(run);
        earlier = OpenParts.of(services.ledger(), session, waiting.seq(), run);
        var ends = earlier.aborted(services.ids());
        begin.addAll(ends);
        context.resume(new Interrupted(record, made::mayRepeat).settle(ends, changes));
        if (earlier.plan() != null && (brief == null || !earlier.plan().equals(brief.plan()))) {
            context.plan().resume(earlier.plan());
        }
        context.calls().wroteBefore(earlier.files());
    }

    private void countTime() {
        var record = context.record();
        var first = record.firstStart();
        if (first == null) {
            reach.time().countFrom(services.clock().instant(), Duration.ZERO);
            return;
        }
        // Who takes up a run that was cut off may have others to take up first. While it asks somebody, what it has
        // waited for in all goes up to now.
        var queued = isAsking(record) ? Duration.ZERO : place.queued();
        reach.time().countFrom(first, record.waited().plus(queued));
    }

    private static boolean isAsking(RunRecord record) {
        return record.approvals().stream()
                .anyMatch(asked -> record.call(asked.step(), asked.index()).isEmpty());
    }

    private Ledger.Pending begin(List<RunEvent> begin, List<Change> changes) {
        var pending = services.journal().start(waiting.at(), waiting.seq(), run, begin, changes);
        started = pending;
        return pending;
    }

    /** How often it was started before without getting anywhere. Known after {@link #start}. */
    int fruitlessStarts() {
        return context.record().fruitlessStarts();
    }

    /** Whether a body of this run must not be begun before its start is on disk: it is not begun twice. */
    boolean beginsOnce() {
        return body != null && !body.goesOnAfterCrash();
    }

    /** The final event, committed; empty if the message had one already. */
    Optional<RunEvent.Final> run() throws InterruptedException {
        RunEvent.Final end;
        try {
            return complete(begun());
        } catch (RunStopped e) {
            end = stopped(e.request());
        } catch (SwitchboardException e) {
            if (isNoEnd(e)) {
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

    /**
     * Whether nothing is to be recorded of it. A store that cannot write is neither the model's fault nor for good: without
     * a final event the message is taken up again. In a session that was begun anew the message has its end already.
     */
    private static boolean isNoEnd(SwitchboardException e) {
        return e.code() == ErrorCode.STORE_UNAVAILABLE || e.code() == ErrorCode.NO_LONGER_YOURS;
    }

    /** What the body came to; nothing but words if it must not be begun any more. */
    private Outcome begun() throws InterruptedException, RunStopped {
        var stop = earlier.stop();
        if (stop != null) {
            throw new RunStopped(stop);
        }
        var spoken = waiting.message().attachment();
        // One that waits for its text was never begun.
        if (spoken == null && waiting.attempts() > 0 && !body().goesOnAfterCrash()) {
            return new Outcome.Failed(
                    ErrorCode.INTERRUPTED,
                    "The gateway was started again while this was under way, so it was interrupted and is not begun a"
                            + " second time. Look at what it has done, and send it again if you still need it.");
        }
        if (reach.time().isOver()) {
            throw new RunStopped(LiveRuns.TOO_LONG);
        }
        if (spoken != null) {
            hear(spoken);
        }
        return body().run();
    }

    /** Finds out what was said, on record before anything follows from it. Only then is there a body. */
    private void hear(Attachment spoken) throws InterruptedException, RunStopped {
        var began = System.nanoTime();
        var text = MessageRules.wellFormed(
                context.interruptibly(() -> services.transcription().of(spoken)));
        var event = events.transcription(spoken, text, Duration.ofNanos(System.nanoTime() - began));
        if (!services.journal()
                .append(waiting.at(), run, List.of(event), List.of(new Change.TextKnown(waiting.seq(), text)))) {
            // Then somebody else goes on with it; whoever takes it up next finds the first text.
            throw new SwitchboardException(ErrorCode.NO_LONGER_YOURS, "the text of this message is known already");
        }
        context.heardAs(text);
        var made = agent.bodies().body(context);
        body = made;
        context.belongsTo(made);
    }

    private Optional<RunEvent.Final> complete(Outcome first) throws InterruptedException, RunStopped {
        var outcome = first;
        while (true) {
            switch (outcome) {
                case Outcome.Failed(var code, var why) -> {
                    return conclude(failed(code, why));
                }
                case Outcome.Answered answer -> {
                    var end = events.answered(
                            answer.text(),
                            answer.saidId() == null ? events.newSaidId() : answer.saidId(),
                            context.spending().tokens(),
                            elapsed(),
                            context.account());
                    switch (finish(answer.before(), end, answer.changes())) {
                        case RECORDED -> {
                            remember(end);
                            return Optional.of(end);
                        }
                        case SECOND -> {
                            return Optional.empty();
                        }
                        case INJECTED -> outcome = body().nextTurn();
                    }
                }
            }
        }
    }

    /** Ends the message in words though {@link #start} has failed. A store that cannot write is none of its faults. */
    Optional<RunEvent.Final> cannotBegin(Throwable failure) {
        if (failure instanceof SwitchboardException e && isNoEnd(e)) {
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

    /** Ends the message in words without beginning its body. */
    Optional<RunEvent.Final> giveUp(ErrorCode code, String why) {
        return conclude(failed(code, why));
    }

    /** Ends the run whatever was sent to it meanwhile. */
    private Optional<RunEvent.Final> conclude(RunEvent.Final end) {
        context.withdrawQuestions();
        var open = new ArrayList<>(context.endSaid(statusOf(end)));
        if (body != null) {
            open.addAll(body.cutOff(statusOf(end)));
        }
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
        return services.journal().finish(waiting.at(), waiting.seq(), run, last, changes);
    }

    private static Status statusOf(RunEvent.Final end) {
        return switch (end) {
            case RunEvent.Answered _ -> Status.OK;
            case RunEvent.Failed _ -> Status.ERROR;
            case RunEvent.Stopped _ -> Status.ABORTED;
        };
    }

    /** The end is on record: whatever goes wrong here changes nothing of it. */
    private void remember(RunEvent.Final end) {
        if (body == null) {
            return;
        }
        try {
            body.ended(end);
        } catch (RuntimeException | Error e) {
            log.atError()
                    .addKeyValue("session", session)
                    .addKeyValue("run", run)
                    .log("what was said could not be kept in memory and is read again: {}", e.toString());
            agent.bodies().forget(session);
        }
    }

    private RunBody body() {
        if (body == null) {
            throw new IllegalStateException("not started");
        }
        return body;
    }

    private RunEvent.Final stopped(StopRequest request) {
        return request.limit() == null
                ? events.stopped(
                        context.said(), request.reason(), context.spending().tokens(), elapsed(), context.account())
                : failed(request.limit(), String.valueOf(request.reason()));
    }

    private RunEvent.Failed failed(ErrorCode code, String why) {
        return events.failed(
                code.wireName(), why, context.said(), context.spending().tokens(), elapsed(), context.account());
    }

    private static String sentence(SwitchboardException e) {
        var message = e.getMessage();
        return message == null ? "The model could not answer." : message;
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startedAt);
    }
}
