package dev.switchboard.core.modelrun;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.ModelRequest.Purpose;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.money.Spending;
import dev.switchboard.core.money.SpendingStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a long conversation short: when a session's history nearly fills its model's window, the model writes down the
 * older half, and the summary takes its place in the ledger.
 *
 * <p>Thread: the session's loop, after the answer was sent: nobody waits for it but the next message.
 */
final class Summaries {
    private static final Logger log = LoggerFactory.getLogger(Summaries.class);

    private static final String TASK = "Write a summary of this conversation for the assistant who will go on with it:"
            + " what the person wants, what was decided, what was done and found, names, numbers and files that matter,"
            + " and what is still open. At most 400 words, no introduction.";

    private final History history;
    private final RunJournal journal;
    private final SpendingStore spending;
    private final Clock clock;
    private final Supplier<String> ids;

    Summaries(History history, RunJournal journal, SpendingStore spending, Clock clock, Supplier<String> ids) {
        this.history = history;
        this.journal = journal;
        this.spending = spending;
        this.clock = clock;
        this.ids = ids;
    }

    /** Summarises if it is time. Failing to is no harm: the oldest turns are then left out. */
    void keepShort(SessionEpoch at, ModelAgent agent) throws InterruptedException {
        var session = at.session();
        var overflow = history.overflow(session, ContextWindow.of(agent));
        if (overflow.isEmpty()) {
            return;
        }
        try {
            var summary = summary(agent, overflow.get());
            journal.append(at, List.of(summary), List.of());
            history.summarised(session, summary);
            log.atInfo().addKeyValue("session", session).log("older turns summarised");
        } catch (SwitchboardException e) {
            log.atWarn().addKeyValue("session", session).log("could not summarise: {}", e.getMessage());
        }
    }

    /** All that was said, in short, to be recorded by the caller; empty if that is nothing. */
    Optional<RunEvent.Summarised> ofAll(SessionId session, ModelAgent agent) throws InterruptedException {
        var said = history.whole(session, ContextWindow.of(agent));
        return said.isEmpty() ? Optional.empty() : Optional.of(summary(agent, said.get()));
    }

    private RunEvent.Summarised summary(ModelAgent agent, History.Overflow said) throws InterruptedException {
        return new RunEvent.Summarised(ids.get(), said.through(), write(agent, said.past()));
    }

    /** What was said, in short, in this agent's words. */
    private String write(ModelAgent agent, Past past) throws InterruptedException {
        var messages = past.messages();
        messages.add(new ModelMessage.User(TASK));
        var request = new ModelRequest(
                ContextWindow.system(agent, past.summary(), null), messages, List.of(), null, Purpose.SUMMARY);
        // It costs what it costs: the agent's budget is asked as for any other question.
        var cost = new Spending(
                agent.name(),
                agent.abilities().price(),
                agent.abilities().budget(),
                RunLimits.DEFAULT,
                null,
                spending,
                clock);
        cost.reserve(() -> messages.stream().mapToInt(TokenEstimate::of).sum());
        try {
            var reply = agent.model().answer(request, ModelListener.NONE);
            cost.settle(reply);
            return reply.text();
        } catch (SwitchboardException e) {
            cost.giveBack();
            throw e;
        }
    }
}
