package dev.switchboard.core.run;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.ModelRequest.Purpose;
import java.util.ArrayList;
import java.util.List;
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
    private final Supplier<String> ids;

    Summaries(History history, RunJournal journal, Supplier<String> ids) {
        this.history = history;
        this.journal = journal;
        this.ids = ids;
    }

    /** Summarises if it is time. Failing to is no harm: the oldest turns are then left out. */
    void keepShort(SessionId session, Agent agent) throws InterruptedException {
        var overflow = history.overflow(session, ContextWindow.of(agent));
        if (overflow.isEmpty()) {
            return;
        }
        try {
            var text = write(agent, overflow.get().past());
            var summary = new RunEvent.Summarised(ids.get(), overflow.get().through(), text);
            journal.append(session, List.of(summary), List.of());
            history.summarised(session, summary);
            log.atInfo().addKeyValue("session", session).log("older turns summarised");
        } catch (SwitchboardException e) {
            log.atWarn().addKeyValue("session", session).log("could not summarise: {}", e.getMessage());
        }
    }

    /** What was said, in short, in this agent's words. */
    String write(Agent agent, Past past) throws InterruptedException {
        var messages = new ArrayList<>(past.messages());
        messages.add(new ModelMessage.User(TASK));
        var request = new ModelRequest(
                ContextWindow.system(agent, past.summary()), messages, List.of(), null, Purpose.SUMMARY);
        return agent.model().answer(request, ModelListener.NONE).text();
    }
}
