package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.testkit.MovableClock;
import dev.switchboard.testkit.Talk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the life of a run does for every body: a class for each kind of body says how that is brought to do things. */
abstract class RunLifeContract {
    static final long PATIENCE = 60;

    @TempDir
    Path folder;

    final MovableClock clock = new MovableClock(Talk.NOON);
    final CountedTool wipe = CountedTool.saying("wipe", Effect.EXECUTE, "gone");
    Rig rig;

    /** Prepares the rig for this kind of body. */
    abstract void prepare(Rig fresh);

    /** From here on its bodies answer at once. */
    abstract void answers(String text);

    /** The next body says something, counts down and waits until it is interrupted; the one after it answers. */
    abstract void saysAndWaits(String said, CountDownLatch waiting, String then);

    /** The next body makes one call of {@link #wipe} and then answers. */
    abstract void calls(String then);

    /** The next body says in words that it cannot, the one after it answers. */
    abstract void fails(String why, String then);

    /** The next body throws, the one after it answers. */
    abstract void breaks(Error error, String then);

    @BeforeEach
    void make() {
        rig = new Rig(folder, clock);
        rig.mode = ApprovalMode.ALWAYS_ASK;
        rig.with(wipe);
        prepare(rig);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void anAnswerIsOneFinalEventInOneTurn() throws Exception {
        answers("hello");
        rig.start();

        assertThat(rig.say("hi").text()).isEqualTo("hello");

        assertThat(rig.events(RunEvent.RunStarted.class)).hasSize(1);
        assertThat(rig.events(RunEvent.TurnEnd.class))
                .extracting(RunEvent.TurnEnd::status)
                .containsExactly(Status.OK);
        assertThat(rig.events(RunEvent.Final.class)).hasSize(1);
    }

    @Test
    void whatIsStoppedEndsWithWhatItHadSaid() throws Exception {
        var waiting = new CountDownLatch(1);
        saysAndWaits("so far", waiting, "fine");
        rig.start();
        var answer = rig.begin("go");
        assertThat(waiting.await(PATIENCE, TimeUnit.SECONDS)).isTrue();

        rig.controls().stop(SESSION, false, "enough");

        var end = (RunEvent.Stopped) answer.get(PATIENCE, TimeUnit.SECONDS);
        assertThat(end.partial()).isEqualTo("so far");
        assertThat(end.reason()).isEqualTo("enough");
        assertThat(rig.say("and now?").text()).isEqualTo("fine");
    }

    @Test
    void whatTakesTooLongIsEnded() throws Exception {
        var waiting = new CountDownLatch(1);
        rig.limits = new RunLimits(50, null, Duration.ofMinutes(10), null);
        saysAndWaits("so far", waiting, "fine");
        rig.start();
        var answer = rig.begin("go");
        assertThat(waiting.await(PATIENCE, TimeUnit.SECONDS)).isTrue();

        clock.pass(Duration.ofMinutes(11));

        assertThat(((RunEvent.Failed) answer.get(PATIENCE, TimeUnit.SECONDS)).code())
                .isEqualTo("time_limit");
    }

    @Test
    void aCallIsMadeWhenSomebodyAllowsIt() throws Exception {
        calls("done");
        rig.start();
        var answer = rig.begin("wipe it");

        rig.approvals().answer(question().id(), true, null, Rig.ANNA);

        assertThat(answer.get(PATIENCE, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(wipe.calls).hasSize(1);
        assertThat(rig.events(RunEvent.ToolEnd.class))
                .extracting(RunEvent.ToolEnd::status)
                .containsExactly(Status.OK);
        assertThat(Rig.account(rig.lastFinal())).isNotNull();
    }

    @Test
    void aCallIsNotMadeWhenSomebodyRefusesIt() throws Exception {
        calls("done");
        rig.start();
        var answer = rig.begin("wipe it");

        rig.approvals().answer(question().id(), false, "I need those", Rig.ANNA);
        answer.get(PATIENCE, TimeUnit.SECONDS);

        assertThat(wipe.calls).isEmpty();
        assertThat(rig.events(RunEvent.ToolEnd.class).getFirst().result().toString())
                .contains("I need those");
    }

    @Test
    void whatIsStoppedWhileItAsksIsNotMadeAndNobodyIsLeftToAnswer() throws Exception {
        calls("done");
        rig.start();
        var answer = rig.begin("wipe it");
        question();

        rig.controls().stop(SESSION, false, null);

        assertThat(answer.get(PATIENCE, TimeUnit.SECONDS)).isInstanceOf(RunEvent.Stopped.class);
        assertThat(rig.pending()).isEmpty();
        assertThat(wipe.calls).isEmpty();
    }

    @Test
    void aFailureIsToldInItsOwnWords() throws Exception {
        fails("The cat is on it.", "fine");
        rig.start();

        var end = (RunEvent.Failed) rig.say("go");

        assertThat(end.text()).isEqualTo("The cat is on it.");
        assertThat(end.code()).isEqualTo("model_unavailable");
        assertThat(rig.say("and now?").text()).isEqualTo("fine");
    }

    @Test
    void anErrorEndsTheRunInWordsAndTheNextMessageIsAnswered() throws Exception {
        breaks(new AssertionError("broken"), "fine");
        rig.start();

        var end = rig.say("go");

        assertThat(end).isInstanceOf(RunEvent.Failed.class);
        assertThat(end.text()).startsWith("Something went wrong inside the gateway");
        assertThat(rig.say("and now?").text()).isEqualTo("fine");
        assertThat(rig.events(RunEvent.TurnEnd.class)).hasSize(2);
    }

    /** The question that waits. */
    Approval question() {
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        return rig.pending().getFirst();
    }
}
