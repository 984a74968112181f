package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.testkit.SessionsContract;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteSessionsTest extends SessionsContract {
    private static final String LAST = "SELECT last_seq FROM session ORDER BY id";

    @TempDir
    Path folder;

    private TestStore test;

    @BeforeEach
    void open() throws IOException {
        test = new TestStore(Files.createDirectory(folder.resolve("data")), TestStore.withoutKeeper());
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void what_last_happened_is_written_for_all_sessions_in_one_transaction_and_with_no_message() {
        for (int i = 0; i < 20; i++) {
            var talk = Talk.of("peer-" + i % 4);
            long seq = talk.say(inbox(), "m-" + i);
            talk.answer(ledger(), seq, "m-" + i);
        }
        assertThat(lastSeqs()).containsExactly(0L, 0L, 0L, 0L);
        long commits = test.store().commits();
        long changes = changes();

        test.store().writeActivity();

        assertThat(test.store().commits() - commits).isEqualTo(1);
        assertThat(changes() - changes).as("a row a session, and the mark").isEqualTo(5);
        assertThat(lastSeqs()).containsExactly(25L, 25L, 25L, 25L);
        test.store().writeActivity();
        assertThat(test.store().commits() - commits)
                .as("nothing happened since")
                .isEqualTo(1);
    }

    @Test
    void a_message_costs_four_row_writes_and_no_more() {
        var anna = Talk.of("anna");
        anna.say(inbox(), "m-1");
        long changes = changes();

        long seq = anna.say(inbox(), "m-2");
        anna.answer(ledger(), seq, "m-2");
        inbox().delivered(anna.session(), seq);

        assertThat(changes() - changes).isEqualTo(4);
    }

    @Test
    void it_is_written_within_moments_without_being_asked() throws IOException {
        try (var other = new TestStore(Files.createDirectory(folder.resolve("other")))) {
            Talk.of("anna").say(other.store().inbox(), "m-1");

            await().atMost(Duration.ofSeconds(60)).until(() -> other.store()
                    .readers()
                    .call(sql -> sql.list(LAST, row -> row.getLong(1)))
                    .equals(List.of(1L)));
        }
    }

    @Test
    void what_a_crash_took_from_the_list_the_next_start_puts_right() throws IOException {
        var anna = Talk.of("anna");
        var ben = Talk.of("ben");
        var carla = Talk.of("carla");
        for (var talk : List.of(anna, ben, carla)) {
            talk.say(inbox(), "m-1");
        }
        test.store().writeActivity();
        anna.answer(ledger(), 1, "m-1");
        ben.at(Talk.NOON.plusSeconds(9)).say(inbox(), "m-2");
        Talk.of("dora").at(Talk.NOON.plusSeconds(5)).say(inbox(), "m-1");
        var copy = Files.createDirectory(folder.resolve("copy"));
        // What a killed process leaves: the database and its log, and no farewell.
        Files.copy(test.file(), copy.resolve(test.file().getFileName()));
        Files.copy(test.log(), copy.resolve(test.log().getFileName()));
        assertThat(lastSeqs()).containsExactly(1L, 1L, 1L, 0L);

        try (var recovered = new TestStore(copy, TestStore.withoutKeeper())) {
            var seqs = recovered.store().readers().call(sql -> sql.list(LAST, row -> row.getLong(1)));
            assertThat(seqs).containsExactly(5L, 2L, 1L, 1L);
            assertThat(recovered.store().sessions().list(Sessions.Wanted.all(10)))
                    .isEqualTo(sessions().list(Sessions.Wanted.all(10)));
        }
    }

    @Test
    void the_list_is_read_in_the_order_of_its_index() {
        var plan = test.store().writer().call(sql -> {
            try (var rows = sql.query("EXPLAIN QUERY PLAN " + SessionQueries.LISTED, 0, "chat", 1, 1, 1)) {
                var steps = new ArrayList<String>();
                while (rows.next()) {
                    steps.add(rows.getString("detail"));
                }
                return steps;
            }
        });

        assertThat(plan)
                .anyMatch(step -> step.startsWith("SEARCH s USING INDEX session_listed"))
                .noneMatch(step -> step.contains("TEMP B-TREE"));
    }

    @Test
    void the_ids_of_deleted_rows_never_come_back() {
        var anna = Talk.of("anna");
        long seq = anna.say(inbox(), "m-1");
        anna.answer(ledger(), seq, "m-1");
        test.store().catchUp();
        test.store().writer().call(sql -> sql.update("DELETE FROM ledger"));
        test.reopen();
        anna.start(ledger(), anna.say(inbox(), "m-2"), "m-2");

        var id = test.store().readers().call(sql -> sql.first("SELECT min(id) FROM ledger", row -> row.getLong(1)));
        assertThat(id).contains(3L);
    }

    private List<Long> lastSeqs() {
        return test.store().readers().call(sql -> sql.list(LAST, row -> row.getLong(1)));
    }

    private long changes() {
        return test.store().writer().call(Statements::changes);
    }

    @Override
    protected void reopen() {
        test.reopen();
    }

    @Override
    protected void indexed() {
        test.store().catchUp();
    }

    @Override
    protected Sessions sessions() {
        return test.store().sessions();
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
