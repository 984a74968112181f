package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.session.Search;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions.Changes;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reset that fails, is cut off by a crash, or meets somebody who reads. */
final class SessionResetsTest {
    private static final String STATES = "SELECT state FROM erasure ORDER BY session";

    @TempDir
    Path folder;

    private final Talk anna = Talk.of("anna");
    private TestStore test;

    @BeforeEach
    void aConversation() throws IOException {
        test = new TestStore(Files.createDirectory(folder.resolve("data")), TestStore.withoutKeeper());
        long seq = anna.say(test.store().inbox(), "m-1");
        anna.answer(test.store().ledger(), seq, "m-1");
        long running = anna.say(test.store().inbox(), "m-2");
        anna.start(test.store().ledger(), running, "m-2");
        result("m-2", "r-1");
        anna.say(test.store().inbox(), "m-3");
        test.store().catchUp();
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void one_that_cannot_be_written_has_not_happened_at_all() {
        var before = events(test);
        test.store().writer().call(sql -> sql.update("""
            CREATE TRIGGER full BEFORE INSERT ON erasure BEGIN SELECT RAISE(ABORT, 'no'); END\
            """));

        assertThatThrownBy(() -> test.store().sessions().reset(anna.session(), "default"))
                .isInstanceOf(SwitchboardException.class);

        assertThat(events(test)).isEqualTo(before);
        var session = test.store().sessions().find(anna.session()).orElseThrow();
        assertThat(session.epoch()).isZero();
        assertThat(session.lowWater()).isZero();
        assertThat(test.store()
                        .inbox()
                        .next(anna.session())
                        .orElseThrow()
                        .message()
                        .messageId())
                .isEqualTo("m-2");
        assertThat(test.store().journal().result("r-1")).isPresent();
        test.store().writer().call(sql -> sql.update("DROP TRIGGER full"));
        assertThat(test.store()
                        .sessions()
                        .reset(anna.session(), "default")
                        .orElseThrow()
                        .answers())
                .hasSize(2);
    }

    @Test
    void the_id_of_a_message_that_was_sent_to_a_run_is_no_new_one_afterwards() {
        test.store()
                .journal()
                .append(
                        anna.at(),
                        anna.run("m-2"),
                        List.of(anna.turnStart("m-2")),
                        List.of(new Change.InjectionWaits(new Injection("s-1", Injection.Mode.STEER, "left", true))));

        test.store().sessions().reset(anna.session(), "default");

        assertThat(test.store().inbox().injected(anna.session(), "s-1", "left"))
                .contains(new Admission.Forgotten(anna.session(), null));
        assertThat(test.store().inbox().injected(Talk.of("ben").session(), "s-1", "left"))
                .isEmpty();
        assertThat(test.store().inbox().injected(anna.session(), "s-2", "left")).isEmpty();
    }

    @Test
    void one_that_a_crash_cuts_off_shows_nothing_and_is_finished_by_the_next_start() throws IOException {
        var file = test.folder.resolve("results/r-1.json");
        // What cannot be removed stops it in the middle: the words are gone, the events are not.
        Files.delete(file);
        Files.createDirectories(file.resolve("something"));
        test.store().sessions().reset(anna.session(), "default");
        assertThat(states(test)).containsExactly(0);
        assertThat(rows(test, "SELECT count(*) FROM ledger")).isGreaterThan(4);
        nothingIsShown(test);

        var copy = Files.createDirectory(folder.resolve("copy"));
        // What a killed process leaves: the database and its log, and no farewell.
        Files.copy(test.file(), copy.resolve(test.file().getFileName()));
        Files.copy(test.log(), copy.resolve(test.log().getFileName()));
        Files.createDirectory(copy.resolve("results"));
        var left = Files.writeString(copy.resolve("results/r-1.json"), "{\"text\":\"said\"}");
        try (var next = new TestStore(copy, TestStore.withoutKeeper())) {
            assertThat(left).doesNotExist();
            assertThat(states(next)).containsExactly(1);
            assertThat(rows(next, "SELECT count(*) FROM ledger WHERE seq <= (SELECT low_water FROM session)"))
                    .isZero();
            assertThat(rows(next, "SELECT count(*) FROM tool_call")).isZero();
            nothingIsShown(next);
        }
    }

    @Test
    void the_log_is_emptied_as_soon_as_nobody_reads_from_it() throws Exception {
        var reading = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        var reader = Thread.ofVirtual().start(() -> test.store().readers().call(sql -> {
            try (var rows = sql.query("SELECT id FROM message")) {
                rows.next();
                reading.countDown();
                return released.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        assertThat(reading.await(60, TimeUnit.SECONDS)).isTrue();

        test.store().sessions().reset(anna.session(), "default");
        looks();
        assertThat(states(test)).containsExactly(1);
        assertThat(test.log()).isNotEmptyFile();
        assertThat(anna.say(test.store().inbox(), "m-4"))
                .as("others write meanwhile")
                .isPositive();

        released.countDown();
        assertThat(reader.join(Duration.ofSeconds(60))).isTrue();
        looks();
        assertThat(states(test)).containsExactly(2);
    }

    @Test
    void what_a_channel_records_late_goes_too() {
        test.store().sessions().reset(anna.session(), "default");
        test.clock.pass(Duration.ofSeconds(1));
        delivered("m-2");
        anna.say(test.store().inbox(), "m-4");
        delivered("m-4");
        looks();
        assertThat(previews()).containsExactly("said of m-2", "said of m-4");

        test.clock.pass(Duration.ofMinutes(5));
        looks();
        looks();

        assertThat(previews()).containsExactly(null, "said of m-4");
        assertThat(states(test)).as("there is nothing left to do").isEmpty();
    }

    @Test
    void a_result_that_comes_too_late_leaves_no_file() {
        test.store().sessions().reset(anna.session(), "default");

        assertThatThrownBy(() -> result("m-2", "r-2"))
                .isInstanceOfSatisfying(SwitchboardException.class, late -> assertThat(late.code())
                        .isEqualTo(ErrorCode.NO_LONGER_YOURS));
        assertThat(test.folder.resolve("results/r-2.json")).doesNotExist();
    }

    @Test
    void what_was_last_said_is_not_written_down_after_it_is_gone() {
        anna.say(test.store().inbox(), "m-4");
        test.store().sessions().reset(anna.session(), "default");
        test.store().sessions().change(anna.session(), new Changes("x", null, null));
        test.store().writeActivity();

        var texts =
                test.store().readers().call(sql -> sql.list("SELECT last_text FROM session", row -> row.getString(1)));
        assertThat(texts).containsExactly("The conversation was reset before this was run.");
    }

    /** Each does what there is time for; the database is rewritten when nothing was written from one to the next. */
    private void looks() {
        for (int i = 0; i < 4; i++) {
            test.store().lookAfterErasures();
        }
    }

    private void nothingIsShown(TestStore shown) {
        assertThat(events(shown))
                .extracting(one -> one.event().getClass().getSimpleName())
                .containsExactly("Received", "Stopped", "TurnEnd", "Failed");
        assertThat(shown.store().inbox().next(anna.session())).isEmpty();
        assertThat(shown.store().ledger().run(anna.run("m-1"))).isEmpty();
        assertThat(shown.store()
                        .search()
                        .search(new Search.Wanted("text", EnumSet.allOf(SessionKind.class), null, null, null, 10))
                        .places())
                .isEmpty();
        assertThat(shown.store().sessions().find(anna.session()).orElseThrow().lastText())
                .isEqualTo("The conversation was reset before this was run.");
    }

    private void result(String message, String event) {
        test.store()
                .journal()
                .append(
                        anna.at(),
                        anna.run(message),
                        List.of(anna.thought(message, 3)),
                        List.of(
                                new Change.CallStarted(1, 0),
                                new Change.CallFinished(
                                        1, 0, event, ToolResult.okay().put("text", "said ".repeat(20_000)))));
    }

    private void delivered(String message) {
        test.store()
                .channelEvents()
                .append(new ChannelEvent(
                        anna.channelId(),
                        ChannelEvent.Type.OUTBOUND_DELIVERED,
                        test.clock.instant(),
                        anna.peerId(),
                        anna.session(),
                        message,
                        null,
                        "said of " + message));
    }

    private List<String> previews() {
        return test.store().channelEvents().latest(anna.channelId(), 10).stream()
                .map(ChannelEvent::preview)
                .toList();
    }

    private List<Recorded> events(TestStore of) {
        return of.store().ledger().after(anna.session(), 0, 100);
    }

    private static List<Integer> states(TestStore of) {
        return of.store().readers().call(sql -> sql.list(STATES, row -> row.getInt(1)));
    }

    private static long rows(TestStore of, String query) {
        return of.store()
                .readers()
                .call(sql -> sql.first(query, row -> row.getLong(1)))
                .orElseThrow();
    }
}
