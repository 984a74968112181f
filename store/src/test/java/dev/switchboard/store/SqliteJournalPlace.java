package dev.switchboard.store;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.testkit.JournalPlace;
import java.time.Duration;

/** The journal of a store. */
record SqliteJournalPlace(TestStore test) implements JournalPlace {
    @Override
    public RunJournal journal() {
        return test.store().journal();
    }

    @Override
    public Ledger ledger() {
        return test.store().ledger();
    }

    @Override
    public Inbox inbox() {
        return test.store().inbox();
    }

    @Override
    public void reopen() {
        test.reopen();
    }

    @Override
    public void beginAnew(SessionId session) {
        test.store()
                .writer()
                .call(sql -> sql.update("UPDATE session SET epoch = epoch + 1 WHERE session_id = ?", session.value()));
        // The writer remembers the sessions it has written to.
        test.reopen();
    }

    @Override
    public void tick() {
        test.clock.pass(Duration.ofMillis(1));
    }

    @Override
    public void close() {
        test.close();
    }
}
