package dev.switchboard.core.run;

import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.session.MessageRunner;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.telemetry.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Gives every message its one final event, and puts the answer on the bus after it is committed.
 *
 * <p>Thread: the loop of the message's session.
 */
public final class AgentService implements MessageRunner, AutoCloseable {
    /** After this many starts without getting anywhere a message is given up, in words. */
    static final int MAX_ATTEMPTS = 3;

    /** A message found waiting after this long is not run any more. */
    static final Duration MAX_AGE = Duration.ofHours(24);

    private static final Logger log = LoggerFactory.getLogger(AgentService.class);

    private final Assignments assignments;
    private final RunServices services;
    private final ChannelEventLog events;
    private final MessageBus bus;
    private final Telemetry telemetry;
    private final LiveRuns live = new LiveRuns();
    private final Nudges nudges;
    private final List<Bodies> kinds;
    private final Instant upSince;
    /** Messages of which the last try could not be recorded; the next one asks no model before its start is on disk. */
    private final Set<Key> unrecorded = ConcurrentHashMap.newKeySet();

    private record Key(SessionId session, long seq) {}

    public AgentService(
            Assignments assignments,
            RunServices services,
            ChannelEventLog events,
            MessageBus bus,
            Telemetry telemetry) {
        this.assignments = assignments;
        this.services = services;
        this.events = events;
        this.bus = bus;
        this.telemetry = telemetry;
        this.kinds = assignments.names().stream()
                .flatMap(name -> assignments.named(name).stream())
                .map(Agent::bodies)
                .distinct()
                .toList();
        this.upSince = services.clock().instant();
        this.nudges = new Nudges(live, services.journal(), services.approvals());
        bus.onNudge(nudges::nudged);
    }

    /** What runs just now, for those who stop and steer it. */
    public LiveRuns live() {
        return live;
    }

    @Override
    public void handleInboundMessage(Inbox.Waiting waiting, RunPlace place) throws InterruptedException {
        var run = waiting.run() != null
                ? waiting.run()
                : new RunId("run-" + services.ids().get());
        var assignment = assignment(waiting);
        var agent = assignment.agent();
        var started = System.nanoTime();
        var reach = new LiveRuns.Live(waiting.at(), run, time(waiting.message(), agent));
        var execution = new AgentRun(assignment, waiting, run, services, reach, place, upSince);
        Optional<RunEvent.Final> end = Optional.empty();
        try {
            live.add(reach);
            services.statuses().began(agent.name(), run);
            end = execute(waiting, run, execution);
        } catch (RuntimeException | Error e) {
            if (e instanceof SwitchboardException late && late.code() == ErrorCode.NO_LONGER_YOURS) {
                log(log.atInfo(), waiting, run, "run came too late: its session was begun anew");
                forget(waiting.message().session());
                return;
            }
            unrecorded.add(key(waiting));
            throw e;
        } finally {
            live.remove(reach);
            services.statuses().ended(agent.name(), run, end.orElse(null));
        }
        unrecorded.remove(key(waiting));
        if (end.isEmpty()) {
            telemetry.doubled();
            log.atError().addKeyValue("run", run).log("a second final event was refused");
            return;
        }
        finish(waiting, run, end.get(), Duration.ofNanos(System.nanoTime() - started));
        for (var kind : kinds) {
            if (kind != agent.bodies()) {
                kind.forget(waiting.message().session());
            }
        }
        agent.bodies().afterAnswer(agent, waiting.at());
    }

    /** What is held in memory of the session is not what was said there any more. */
    public void forget(SessionId session) {
        kinds.forEach(kind -> kind.forget(session));
    }

    /** A task may name its agent, and ask to be watched more strictly. */
    private Assignment assignment(Inbox.Waiting waiting) {
        var brief = waiting.message().brief();
        var chosen = brief != null && brief.agent() != null
                ? brief.agent()
                : waiting.session().agent();
        var assignment = assignments.of(
                waiting.session().channel(), waiting.message().identity().channelId(), chosen);
        return brief == null ? assignment : new Assignment(assignment.agent(), brief.mode(assignment.mode()));
    }

    /** A task's own time counts from its acceptance, whatever it waits for. */
    private TimeLimit time(InboundMessage message, Agent agent) {
        var timeout = message.brief() == null ? null : message.brief().timeout();
        return new TimeLimit(
                services.clock(),
                agent.abilities().limits().maxTime(),
                timeout == null ? null : message.receivedAt().plus(timeout));
    }

    private Optional<RunEvent.Final> execute(Inbox.Waiting waiting, RunId run, AgentRun execution)
            throws InterruptedException {
        try {
            var start = execution.start();
            if (waiting.attempts() > 0 || execution.beginsOnce() || unrecorded.contains(key(waiting))) {
                // A store that cannot write must not let a model be paid for again and again.
                start.await();
            }
        } catch (RuntimeException | Error e) {
            // Begun again it would fail again, and nothing counts the attempts of a run that cannot begin.
            return execution.cannotBegin(e);
        }
        record(waiting, run, ChannelEvent.Type.DIRECT_RUN_STARTED, null);
        log(log.atDebug(), waiting, run, "run started");
        return switch (verdict(waiting, execution.fruitlessStarts())) {
            case RUN -> execution.run();
            case TOO_OLD ->
                execution.giveUp(
                        ErrorCode.TOO_OLD,
                        "This message was accepted more than 24 hours ago and is too old to run."
                                + " Please send it again.");
            case GAVE_UP ->
                execution.giveUp(
                        ErrorCode.GAVE_UP,
                        "This message was tried %d times and the gateway went down each time, so it"
                                        .formatted(MAX_ATTEMPTS)
                                + " was given up. Please send it again.");
        };
    }

    private static Key key(Inbox.Waiting waiting) {
        return new Key(waiting.message().session(), waiting.seq());
    }

    private enum Verdict {
        RUN,
        TOO_OLD,
        GAVE_UP
    }

    private Verdict verdict(Inbox.Waiting waiting, int fruitlessStarts) {
        if (fruitlessStarts >= MAX_ATTEMPTS) {
            return Verdict.GAVE_UP;
        }
        var age = Duration.between(
                waiting.message().receivedAt(), services.clock().instant());
        return age.compareTo(MAX_AGE) > 0 ? Verdict.TOO_OLD : Verdict.RUN;
    }

    private void finish(Inbox.Waiting waiting, RunId run, RunEvent.Final end, Duration took) {
        var ok = !(end instanceof RunEvent.Failed);
        telemetry.answered(ok, took);
        record(waiting, run, ChannelEvent.Type.DIRECT_RUN_FINISHED, ChannelEvent.preview(end.text()));
        var message = waiting.message();
        bus.publishOutbound(new OutboundMessage(
                message.identity().channelId(),
                message.identity().peerId(),
                message.session(),
                waiting.seq(),
                message.messageId(),
                run,
                end.text(),
                ok ? FinishReason.STOP : FinishReason.ERROR));
        log(
                log.atInfo(),
                waiting,
                run,
                switch (end) {
                    case RunEvent.Answered _ -> "run finished";
                    case RunEvent.Failed _ -> "run failed";
                    case RunEvent.Stopped _ -> "run stopped";
                });
    }

    private void record(Inbox.Waiting waiting, RunId run, ChannelEvent.Type type, @Nullable String preview) {
        var message = waiting.message();
        events.append(new ChannelEvent(
                message.identity().channelId(),
                type,
                services.clock().instant(),
                message.identity().peerId(),
                message.session(),
                message.messageId(),
                run,
                preview));
    }

    private static void log(LoggingEventBuilder line, Inbox.Waiting waiting, RunId run, String what) {
        line.addKeyValue("session", waiting.message().session())
                .addKeyValue("run", run)
                .addKeyValue("message", waiting.message().messageId())
                .log(what);
    }

    /** The gateway goes down: runs that wait for somebody's word end now and go on after the next start. */
    public void letGo() {
        live.letGo();
    }

    /** What runs is not touched: its loop decides when it ends. */
    @Override
    public void close() {
        nudges.close();
        live.close();
    }
}
