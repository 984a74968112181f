package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WriterTest {
    private static final String INSERT = "INSERT INTO probe (id, at) VALUES (?, 0)";

    private final Talk anna = Talk.of("anna");
    private TestStore test;
    private Store store;
    private Writer writer;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder);
        store = test.store();
        writer = store.writer();
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void whatWaitsTogetherIsCommittedTogether() {
        var hold = new CountDownLatch(1);
        var first = writer.submit(Hold.until(hold));
        awaitEmptyQueue();
        long before = store.commits();
        var jobs = new ArrayList<Job<Integer>>();
        for (int id = 2; id < 102; id++) {
            jobs.add(insert(id));
        }
        assertThat(store.writerQueueDepth()).isEqualTo(100);
        hold.countDown();
        first.await();
        jobs.forEach(Job::await);

        assertThat(store.commits() - before).isEqualTo(1);
    }

    @Test
    void whatIsInNoHurrySharesTheCommitOfWhatComesNext() {
        var hold = new CountDownLatch(1);
        writer.submit(Hold.until(hold));
        awaitEmptyQueue();
        long before = store.commits();
        var patient = writer.submitWithoutHurry(sql -> sql.update(INSERT, 2));
        var hurried = insert(3);
        hold.countDown();
        hurried.await();

        assertThat(patient.isDone()).isTrue();
        assertThat(store.commits() - before).isEqualTo(1);
    }

    @Test
    void whatIsInNoHurryIsWrittenWithoutCompanyToo() {
        assertThat(writer.submitWithoutHurry(sql -> sql.update(INSERT, 2)).await())
                .isEqualTo(1);
    }

    @Test
    void aJobThatFailsFailsAlone() {
        var hold = new CountDownLatch(1);
        writer.submit(Hold.until(hold));
        awaitEmptyQueue();
        var good = insert(2);
        var broken = writer.submit(sql -> sql.update("INSERT INTO no_such_table VALUES (1)"));
        var twice = insert(2);
        var thrown = writer.submit(sql -> {
            sql.update(INSERT, 3);
            throw new IllegalStateException("changed its mind");
        });
        var alsoGood = insert(4);
        hold.countDown();

        assertThat(good.await()).isEqualTo(1);
        assertThatThrownBy(broken::await).satisfies(failure -> hasCode(failure, ErrorCode.INTERNAL));
        assertThatThrownBy(twice::await).satisfies(failure -> hasCode(failure, ErrorCode.INTERNAL));
        assertThatThrownBy(thrown::await).isInstanceOf(IllegalStateException.class);
        assertThat(alsoGood.await()).isEqualTo(1);
        assertThat(probeRows()).containsExactly(2L, 4L);
        assertThat(store.health().isWell()).isTrue();
    }

    @Test
    void aRollbackLeavesNoTraceInNumbersOrListeners() {
        var told = new ArrayList<Recorded>();
        store.ledger().onCommit((session, events) -> told.addAll(events));
        anna.say(store.inbox(), "m-1");
        var hold = new CountDownLatch(1);
        writer.submit(Hold.until(hold));
        awaitEmptyQueue();
        var admitted = CompletableFuture.supplyAsync(() -> anna.say(store.inbox(), "m-2"));
        await().until(() -> store.writerQueueDepth() == 1);
        var broken = writer.submit(sql -> sql.update("INSERT INTO no_such_table VALUES (1)"));
        hold.countDown();

        assertThatThrownBy(broken::await).isInstanceOf(SwitchboardException.class);
        assertThat(admitted.join()).isEqualTo(2);
        assertThat(told).extracting(Recorded::seq).containsExactly(1L, 2L);
        assertThat(store.ledger().after(anna.session(), 0, 10)).isEqualTo(told);
    }

    @Test
    void channelEventsSurviveABatchThatFails() {
        var hold = new CountDownLatch(1);
        writer.submit(Hold.until(hold));
        awaitEmptyQueue();
        var broken = writer.submit(sql -> sql.update("INSERT INTO no_such_table VALUES (1)"));
        store.channelEvents().append(SqliteChannelEventLogTest.event("one", 1));
        hold.countDown();

        assertThatThrownBy(broken::await).isInstanceOf(SwitchboardException.class);
        await().until(() -> store.channelEvents().latest("one", 10).size() == 1);
    }

    @Test
    void aFullDiskRefusesInWordsUntilThereIsSpaceAgain() {
        long seq = anna.say(store.inbox(), "m-1");
        limitPages(1);
        var big = "long ".repeat(100_000);

        var refused = store.inbox().admit(anna.message("m-2", big), Talk.MAX_WAITING);

        assertThat(refused)
                .isEqualTo(new Admission.Refused(
                        ErrorCode.STORE_UNAVAILABLE,
                        "The message could not be saved: the disk is full. Send it again later."));
        assertThat(store.health().failure()).isEqualTo("the disk is full");
        assertThat(store.health().since()).isEqualTo(Talk.NOON);

        limitPages(Integer.MAX_VALUE);
        assertThat(store.probe().isWell()).isTrue();
        assertThat(store.health().isWell()).isTrue();
        assertThat(store.inbox().admit(anna.message("m-2", big), Talk.MAX_WAITING))
                .isEqualTo(new Admission.Accepted(seq + 1));
    }

    @Test
    void aConnectionThatBreaksIsOpenedAnew() {
        long seq = anna.say(store.inbox(), "m-1");
        var breaks = writer.submit(sql -> {
            sql.connection().close();
            return sql.update(INSERT, 2);
        });

        assertThatThrownBy(breaks::await).isInstanceOf(SwitchboardException.class);
        assertThat(anna.say(store.inbox(), "m-2")).isEqualTo(seq + 1);
        assertThat(store.pragmaSynchronous()).isEqualTo(2);
    }

    @Test
    void aDamagedDatabaseIsRefusedInWords() throws IOException {
        var damaged = test.folder.resolve("damaged.db");
        Files.writeString(damaged, "this is no database, whatever its name says ".repeat(100));

        assertThatThrownBy(() -> Store.open(damaged, test.key(), test.clock))
                .isInstanceOf(SwitchboardException.class)
                .hasMessage("cannot open " + damaged + ": the database is damaged");
    }

    @Test
    void afterClosingNobodyWaits() {
        test.close();

        assertThatThrownBy(() -> writer.call(sql -> 1))
                .satisfies(failure -> hasCode(failure, ErrorCode.STORE_UNAVAILABLE));
        assertThatThrownBy(() -> store.ledger().lastSeq(anna.session()))
                .satisfies(failure -> hasCode(failure, ErrorCode.STORE_UNAVAILABLE));
        assertThat(store.inbox().admit(anna.message("m-1", "too late"), Talk.MAX_WAITING))
                .isInstanceOfSatisfying(Admission.Refused.class, refused -> assertThat(refused.code())
                        .isEqualTo(ErrorCode.STORE_UNAVAILABLE));
        assertThat(store.health().isWell()).isFalse();
        assertThat(store.probe().isWell()).isFalse();
    }

    @Test
    void whoWaitsForAWriterThatDiesIsTold() throws Exception {
        var reported = new CompletableFuture<String>();
        var dying = new Writer(
                new Sqlite(test.file()),
                new Statements(new Sqlite(test.file()).openWriter()),
                test.clock,
                StoreSettings.DEFAULT,
                List.of(new Participant() {
                    @Override
                    public void committed() {
                        throw new AssertionError("a fault of our own");
                    }
                }),
                (where, error) -> reported.complete(where + ": " + error.getMessage()));
        dying.start();
        var jobs = List.of(dying.submit(sql -> 1), dying.submit(sql -> 2));

        for (var job : jobs) {
            var told = CompletableFuture.runAsync(job::await).handle((done, failure) -> failure);
            assertThat(told.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(SwitchboardException.class);
        }
        assertThat(reported).isCompletedWithValue("The store's writer: a fault of our own");
        dying.close();
    }

    @Test
    void theWriterRefusesToWaitForItself() {
        var waits = writer.submit(sql -> writer.call(inner -> 1));

        assertThatThrownBy(waits::await).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCommitReturnsAfterItsFsync() {
        assertThat(store.pragmaSynchronous()).isEqualTo(2);
    }

    private Job<Integer> insert(int id) {
        return writer.submit(sql -> sql.update(INSERT, id));
    }

    private List<Long> probeRows() {
        return store.readers().call(sql -> sql.list("SELECT id FROM probe ORDER BY id", row -> row.getLong(1)));
    }

    private void awaitEmptyQueue() {
        await().until(() -> store.writerQueueDepth() == 0);
    }

    /** As if the disk had no room for more pages than these. */
    private void limitPages(int pages) {
        writer.call(sql -> {
            try (var statement = sql.connection().createStatement()) {
                return statement.execute("PRAGMA max_page_count = " + pages);
            }
        });
    }

    private static void hasCode(Throwable failure, ErrorCode code) {
        assertThat(failure).isInstanceOfSatisfying(SwitchboardException.class, e -> assertThat(e.code())
                .isEqualTo(code));
    }
}
