package dev.switchboard.store;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.testkit.RunJournalContract;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class SqliteRunJournalTest extends RunJournalContract {
    private TestStore test;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder);
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Override
    protected void reopen() {
        test.reopen();
    }

    @Override
    protected void tick() {
        test.clock.pass(Duration.ofMillis(1));
    }

    @Override
    protected Inbox inbox() {
        return test.store().inbox();
    }

    @Override
    protected Ledger ledger() {
        return test.store().ledger();
    }

    @Override
    protected RunJournal journal() {
        return test.store().journal();
    }
}
