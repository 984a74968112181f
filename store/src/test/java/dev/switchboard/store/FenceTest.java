package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunJournal.Ending;
import dev.switchboard.testkit.Talk;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever took a session up before it was begun anew writes nothing more. */
class FenceTest {
    private final Talk anna = Talk.of("anna");
    private final SessionEpoch second = new SessionEpoch(anna.session(), 1);
    private TestStore test;
    private long seq;

    @BeforeEach
    void aRunIsUnderWayInASessionThatIsBegunAnew(@TempDir Path folder) {
        test = new TestStore(folder);
        seq = anna.say(test.store().inbox(), "m-1");
        anna.start(test.store().ledger(), seq, "m-1");
        test.store().writer().call(sql -> sql.update("UPDATE session SET epoch = 1"));
        test.reopen();
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void nothing_of_a_run_that_comes_late_is_written() {
        long before = test.store().ledger().lastSeq(anna.session());
        var ledger = test.store().ledger();
        var journal = test.store().journal();
        var run = anna.run("m-1");
        var taken = new Change.InjectionWaits(new Injection("s-1", Injection.Mode.STEER, "greener", true));

        tooLate(() ->
                ledger.start(anna.at(), seq, run, List.of(anna.started("m-1"))).await());
        tooLate(() -> ledger.append(anna.at(), run, List.of(anna.turnEnd("m-1"))));
        tooLate(() -> ledger.finish(anna.at(), seq, run, List.of(anna.answered("m-1"))));
        tooLate(() -> journal.start(anna.at(), seq, run, List.of(anna.started("m-1")), List.of())
                .await());
        tooLate(() -> journal.append(anna.at(), run, List.of(anna.turnEnd("m-1")), List.of(taken)));
        tooLate(() ->
                journal.append(anna.at(), List.of(anna.turnEnd("m-1")), List.of(new Change.AgentChosen("titan"))));
        tooLate(() -> journal.finish(anna.at(), seq, run, List.of(anna.answered("m-1")), List.of()));

        assertThat(ledger.lastSeq(anna.session())).isEqualTo(before);
        assertThat(journal.of(run).waiting()).isEmpty();
        assertThat(test.store().sessions().find(anna.session()).orElseThrow().agent())
                .isNull();
    }

    @Test
    void who_took_it_up_since_writes_on() {
        var next = test.store().inbox().next(anna.session()).orElseThrow();
        assertThat(next.at()).isEqualTo(second);

        var ending = test.store()
                .journal()
                .finish(next.at(), seq, anna.run("m-1"), List.of(anna.answered("m-1")), List.of());
        assertThat(ending).isEqualTo(Ending.RECORDED);
        assertThat(test.store().inbox().next(anna.session())).isEmpty();
    }

    @Test
    void a_message_that_is_new_is_given_out_with_the_epoch_it_came_in() {
        var ledger = test.store().ledger();
        ledger.finish(second, seq, anna.run("m-1"), List.of(anna.answered("m-1")));
        anna.say(test.store().inbox(), "m-2");
        assertThat(test.store().inbox().next(anna.session()).orElseThrow().at()).isEqualTo(second);
    }

    private static void tooLate(ThrowingCallable writing) {
        assertThatThrownBy(writing)
                .isInstanceOfSatisfying(SwitchboardException.class, refused -> assertThat(refused.code())
                        .isEqualTo(ErrorCode.NO_LONGER_YOURS));
    }
}
