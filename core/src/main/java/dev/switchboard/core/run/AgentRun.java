package dev.switchboard.core.run;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.ledger.RunEvent.Tokens;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One agent execution for one message, from its start to its final event.
 *
 * <p>Thread: the loop of its session. Interrupting it aborts the model's request and leaves the message without a final
 * event, so that the next gateway goes on with it.
 */
final class AgentRun {
    /** What the model may say is kept free of history. */
    private static final double ANSWER_SHARE = 0.25;

    private static final Logger log = LoggerFactory.getLogger(AgentRun.class);

    private final Agent agent;
    private final Inbox.Waiting waiting;
    private final SessionId session;
    private final RunId run;
    private final Ledger ledger;
    private final History history;
    private final Supplier<String> ids;
    private final String turnId;
    private Ledger.Pending started = () -> {};
    private final long startedAt = System.nanoTime();

    AgentRun(Agent agent, Inbox.Waiting waiting, RunId run, Ledger ledger, History history, Supplier<String> ids) {
        this.agent = agent;
        this.waiting = waiting;
        this.session = waiting.message().session();
        this.run = run;
        this.ledger = ledger;
        this.history = history;
        this.ids = ids;
        this.turnId = "turn-" + ids.get();
    }

    /** The final event, committed; empty if the message had one already. */
    Optional<RunEvent.Final> run() throws InterruptedException {
        var thinking = new ThinkingRecorder(ledger, session, run, turnId, ids);
        RunEvent.Final end;
        try {
            var reply = agent.model().answer(request(), thinking);
            end = answered(reply);
        } catch (SwitchboardException e) {
            if (e.code() == ErrorCode.STORE_UNAVAILABLE) {
                // Not the model's fault and not for good: without a final event the message is taken up again.
                throw e;
            }
            log.atWarn()
                    .addKeyValue("session", session)
                    .addKeyValue("run", run)
                    .log("model call failed: {}: {}", e.code().wireName(), e.getMessage());
            end = failed(e.code(), sentence(e));
        } catch (RuntimeException e) {
            log.atError()
                    .addKeyValue("session", session)
                    .addKeyValue("run", run)
                    .setCause(e)
                    .log("model call failed unexpectedly");
            end = failed(ErrorCode.INTERNAL, "Something went wrong inside the gateway. Please send it again.");
        }
        return commit(thinking.close(end instanceof RunEvent.Answered ? Status.OK : Status.ERROR), end);
    }

    /** Ends the message in words without asking a model. */
    Optional<RunEvent.Final> giveUp(ErrorCode code, String why) {
        return commit(List.of(), failed(code, why));
    }

    /** To be called first; what it hands to the ledger is on disk when the returned wait is over. */
    Ledger.Pending start() {
        List<RunEvent> events = new ArrayList<>();
        if (waiting.attempts() > 0) {
            events.addAll(OpenParts.of(ledger, session, waiting.seq(), run).aborted(ids));
        }
        events.add(new RunEvent.RunStarted(
                ids.get(),
                run.value(),
                waiting.message().messageId(),
                agent.name(),
                agent.model().name(),
                waiting.attempts() + 1));
        events.add(new RunEvent.TurnStart(ids.get(), run.value(), turnId));
        started = ledger.start(session, waiting.seq(), run, events);
        return started;
    }

    private ModelRequest request() {
        var messages = new ArrayList<>(history.before(session, window(), historyBudget()));
        messages.add(new ModelMessage.User(waiting.message().text()));
        return new ModelRequest(agent.system(), messages, List.of(), null);
    }

    private int window() {
        return (int) (agent.model().contextTokens() * (1 - ANSWER_SHARE));
    }

    private int historyBudget() {
        var system = agent.system();
        var fixed = TokenEstimate.of(waiting.message().text()) + (system == null ? 0 : TokenEstimate.of(system));
        return Math.max(0, window() - fixed);
    }

    private Optional<RunEvent.Final> commit(List<RunEvent> before, RunEvent.Final end) {
        var status = end instanceof RunEvent.Answered ? Status.OK : Status.ERROR;
        var events = new ArrayList<>(before);
        events.add(end);
        events.add(new RunEvent.TurnEnd(ids.get(), run.value(), turnId, status, elapsedMs()));
        if (started.isDone()) {
            // Throws if it failed, so that no end is recorded without its beginning. One that is still under way is
            // right before the end in the writer's queue and shares its fate.
            started.await();
        }
        if (!ledger.finish(session, waiting.seq(), run, events)) {
            return Optional.empty();
        }
        Turn.of(waiting.message().text(), end).ifPresent(turn -> history.add(session, turn, window()));
        return Optional.of(end);
    }

    private RunEvent.Answered answered(ModelReply reply) {
        return new RunEvent.Answered(
                ids.get(),
                run.value(),
                waiting.message().messageId(),
                reply.text(),
                tokens(reply.usage()),
                elapsedMs());
    }

    private RunEvent.Failed failed(ErrorCode code, String why) {
        return new RunEvent.Failed(
                ids.get(), run.value(), waiting.message().messageId(), code.wireName(), why, null, elapsedMs());
    }

    private static String sentence(SwitchboardException e) {
        var message = e.getMessage();
        return message == null ? "The model could not answer." : message;
    }

    private static @Nullable Tokens tokens(ModelReply.@Nullable Usage usage) {
        return usage == null ? null : new Tokens(usage.promptTokens(), usage.completionTokens());
    }

    private long elapsedMs() {
        return (System.nanoTime() - startedAt) / 1_000_000;
    }
}
