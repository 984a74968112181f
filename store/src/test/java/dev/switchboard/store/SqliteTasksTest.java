package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.task.Tasks;
import dev.switchboard.testkit.Talk;
import dev.switchboard.testkit.TasksContract;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteTasksTest extends TasksContract {
    private TestStore test;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder);
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void the_brief_goes_with_the_private_record_of_its_run_and_the_task_stays() {
        var talk = Talk.of("anna");
        var run = talk.run("key-1");
        long seq = submit(talk, "key-1");
        talk.answer(ledger(), seq, "key-1");

        test.clock.pass(JournalRetention.KEPT.minusMinutes(1));
        submit(talk.at(test.clock.instant()), "key-2");
        test.store().forgetOldRuns();
        assertThat(journal().of(run).brief()).isNotNull();

        test.clock.pass(Duration.ofMinutes(2));
        test.store().forgetOldRuns();
        assertThat(journal().of(run).brief()).isNull();
        assertThat(journal().of(talk.run("key-2")).brief()).isNotNull();
        assertThat(tasks().find(run)).isPresent();
        assertThat(tasks().ended(10)).hasSize(1);
    }

    @Override
    protected void reopen() {
        test.reopen();
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

    @Override
    protected Tasks tasks() {
        return test.store().tasks();
    }
}
