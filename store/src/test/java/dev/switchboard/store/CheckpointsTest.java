package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.testkit.Talk;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log does not grow for ever, and a busy writer is not disturbed without need. */
@Timeout(300)
final class CheckpointsTest {
    private static final int LONG = 400;

    private final Talk anna = Talk.of("anna");
    private TestStore test;
    private Checkpoints checkpoints;
    private int said;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder, TestStore.withoutKeeper());
        checkpoints = new Checkpoints(new Sqlite(test.file()), test.store().writer(), LONG);
    }

    @AfterEach
    void close() {
        checkpoints.close();
        test.close();
    }

    @Test
    void aBusyWriterIsLeftAloneWhileTheLogIsShort() throws SQLException {
        for (int i = 0; i < 3; i++) {
            say();
            assertThat(checkpoints.look()).isFalse();
        }

        assertThat(log().donePages()).isZero();
        assertThat(log().logPages()).isPositive();
    }

    @Test
    void whatItWroteIsCopiedWhenItHasRested() throws SQLException {
        say();
        checkpoints.look();

        checkpoints.look();

        assertThat(log().donePages()).isEqualTo(log().logPages()).isPositive();
    }

    @Test
    void aLongLogStartsOverThoughTheWriterNeverRests() throws SQLException {
        for (int round = 0; round < 3; round++) {
            while (log().logPages() < LONG / 2) {
                say();
            }
            assertThat(checkpoints.look()).isTrue();
            while (log().logPages() < LONG) {
                say();
            }
            assertThat(checkpoints.look()).isTrue();
            // The writer copies the rest after this batch at the latest, and the one after it begins the log anew.
            say();
            say();
            assertThat(log().logPages()).isLessThan(LONG / 2);
        }
    }

    private void say() {
        var id = "m-" + said++;
        var admission = test.store().inbox().admit(anna.message(id, "text of " + id), Talk.upTo(1_000));
        anna.answer(test.store().ledger(), ((Admission.Accepted) admission).seq(), id);
    }

    private Sqlite.Checkpointed log() throws SQLException {
        try (var connection = new Sqlite(test.file()).openCheckpointer()) {
            return Sqlite.lookAtLog(connection);
        }
    }
}
