package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunJournal.Ending;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.Effect;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** Whoever took a session up before it was begun anew writes nothing more, whichever way it writes. */
public abstract class FenceContract extends JournalContract {
    private final SessionEpoch second = new SessionEpoch(anna.session(), 1);
    private final CopyOnWriteArrayList<Recorded> told = new CopyOnWriteArrayList<>();
    private long seq;

    @BeforeEach
    final void aRunIsUnderWayInASessionThatIsBegunAnew() {
        seq = begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        append(new Change.ApprovalAsked(question("approval-1", 0)));
        beginAnew();
        ledger().onCommit((_, events) -> told.addAll(events));
    }

    @Test
    void nothingOfARunThatComesLateIsWrittenToTheLedger() {
        nothingIsWritten(
                () -> ledger().start(anna.at(), seq, run(), List.of(anna.started("m-1")))
                        .await(),
                () -> ledger().append(anna.at(), run(), List.of(anna.turnEnd("m-1"))),
                () -> ledger().finish(anna.at(), seq, run(), List.of(anna.answered("m-1"))));
        assertThat(inbox().next(session())).as("it is not answered").isPresent();
    }

    @Test
    void norToTheJournal() {
        var before = journal().of(run());
        var injection = new Injection("s-1", Injection.Mode.STEER, "greener", true);
        nothingIsWritten(
                () -> journal()
                        .start(anna.at(), seq, run(), List.of(anna.started("m-1")), List.of())
                        .await(),
                () -> tryAppend(new Change.StepAsked(2, MESSAGE, null, 5)),
                () -> tryAppend(new Change.CallStarted(1, 0)),
                () -> tryAppend(new Change.InjectionWaits(injection)),
                () -> tryAppend(new Change.StopAsked(true)),
                () -> journal()
                        .append(anna.at(), List.of(anna.turnEnd("m-1")), List.of(new Change.AgentChosen("titan"))),
                () -> finish(seq),
                () -> finish(seq, new Change.InjectionsClosed()));

        var after = journal().of(run());
        assertThat(after.steps()).isEqualTo(before.steps());
        assertThat(after.waiting()).isEmpty();
        assertThat(after.fruitlessStarts()).isEqualTo(before.fruitlessStarts());
        assertThat(journal().knows(run(), "s-1")).isFalse();
        assertThat(inbox().next(session()).orElseThrow().session().agent()).isNull();
    }

    @Test
    void norIsAnythingAskedOrAnswered() {
        var asked = question("approval-1", 0);
        var another = question("approval-2", 1);
        var decision = new Decision(true, null, null, null);
        nothingIsWritten(() -> journal().ask(another, required(another)), () -> journal()
                .answer(asked, decision, resolved(asked, decision)));

        assertThat(journal().approval("approval-2")).isEmpty();
        assertThat(journal().approval("approval-1").orElseThrow().decision()).isNull();
    }

    @Test
    void whoTookItUpSinceWritesOn() {
        var next = inbox().next(session()).orElseThrow();
        assertThat(next.at()).isEqualTo(second);

        assertThat(journal().append(second, run(), List.of(event()), List.of(new Change.CallStarted(1, 0))))
                .isTrue();
        assertThat(journal().finish(second, seq, run(), List.of(anna.answered("m-1")), List.of()))
                .isEqualTo(Ending.RECORDED);
        assertThat(inbox().next(session())).isEmpty();
        assertThat(told).hasSize(2);
    }

    @Test
    void aMessageThatIsNewIsGivenOutWithTheEpochItCameIn() {
        ledger().finish(second, seq, run(), List.of(anna.answered("m-1")));
        anna.say(inbox(), "m-2");
        assertThat(inbox().next(session()).orElseThrow().at()).isEqualTo(second);
    }

    @Test
    void aMessageThatHasItsEndGetsNoOtherFromWhoComesLate() {
        assertThat(ledger().finish(second, seq, run(), List.of(anna.answered("m-1"))))
                .isTrue();
        nothingIsWritten(() -> finish(seq), () -> ledger().finish(anna.at(), seq, run(), List.of(anna.failed("m-1"))));
    }

    private void nothingIsWritten(ThrowingCallable... writes) {
        var before = ledger().after(session(), 0, Ledger.MAX_PAGE);
        told.clear();
        for (var write : writes) {
            assertThatThrownBy(write)
                    .isInstanceOfSatisfying(SwitchboardException.class, refused -> assertThat(refused.code())
                            .isEqualTo(ErrorCode.NO_LONGER_YOURS));
        }
        reopen();
        assertThat(ledger().after(session(), 0, Ledger.MAX_PAGE)).isEqualTo(before);
        assertThat(told).isEmpty();
    }

    private Approval question(String id, int index) {
        return new Approval(
                id,
                session(),
                run(),
                1,
                index,
                "call",
                "turn",
                "exec",
                JsonNodeFactory.instance.objectNode(),
                Effect.EXECUTE,
                "why",
                Talk.NOON.plusSeconds(60),
                null,
                Talk.NOON,
                0L);
    }

    private static RunEvent.ApprovalRequired required(Approval asked) {
        return new RunEvent.ApprovalRequired(
                "e-1",
                asked.run().value(),
                asked.id(),
                asked.callId(),
                asked.turnId(),
                asked.tool(),
                asked.arguments(),
                asked.effect(),
                asked.reason(),
                asked.expiresAt());
    }

    private static RunEvent.ApprovalResolved resolved(Approval asked, Decision decision) {
        return new RunEvent.ApprovalResolved(
                "e-2",
                asked.run().value(),
                asked.id(),
                asked.callId(),
                asked.turnId(),
                asked.tool(),
                decision.approved(),
                null,
                null,
                null,
                1L,
                asked.arguments());
    }
}
