package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.journal.RunJournal.Ending;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.Thinking;
import dev.switchboard.core.model.ToolCall;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** One run of one person, and what is recorded of it: what the contracts of a journal share. */
public abstract class JournalContract {
    static final ModelMessage.Assistant MESSAGE = new ModelMessage.Assistant(
            "I look.",
            new Thinking("hm", "sig=="),
            List.of(new ToolCall("call_a", "read", "{\"path\":\"x\"}"), new ToolCall("call_b", "exec", "{}")));

    final Talk anna = Talk.of("anna");

    private JournalPlace place;

    /** A new one in this folder. */
    protected abstract JournalPlace open(Path folder);

    @BeforeEach
    final void openPlace(@TempDir Path folder) {
        place = open(folder);
    }

    @AfterEach
    final void closePlace() {
        place.close();
    }

    protected final RunJournal journal() {
        return place.journal();
    }

    protected final Ledger ledger() {
        return place.ledger();
    }

    protected final Inbox inbox() {
        return place.inbox();
    }

    final void reopen() {
        place.reopen();
    }

    final void beginAnew() {
        place.beginAnew(session());
    }

    final void tick() {
        place.tick();
    }

    long begin() {
        long seq = anna.say(inbox(), "m-1");
        tick();
        start(seq);
        return seq;
    }

    void start(long seq) {
        journal()
                .start(anna.at(), seq, run(), List.of(anna.started("m-1")), List.of())
                .await();
    }

    Ending finish(long seq, Change... changes) {
        return journal().finish(anna.at(), seq, run(), List.of(anna.answered("m-1")), List.of(changes));
    }

    void append(Change... changes) {
        assertThat(tryAppend(changes)).isTrue();
    }

    boolean tryAppend(Change... changes) {
        return journal().append(anna.at(), run(), List.of(event()), List.of(changes));
    }

    static RunEvent event() {
        return new RunEvent.Received("e", null, "stop", "stop received", null);
    }

    SessionId session() {
        return anna.session();
    }

    RunId run() {
        return anna.run("m-1");
    }
}
