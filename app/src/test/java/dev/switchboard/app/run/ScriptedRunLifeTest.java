package dev.switchboard.app.run;

import static dev.switchboard.app.run.ScriptedBodies.answering;
import static dev.switchboard.app.run.ScriptedBodies.calling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Outcome;
import dev.switchboard.core.tool.ApprovalMode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** The life of runs whose body has no model: whatever comes next, a program for instance, finds its place here. */
final class ScriptedRunLifeTest extends RunLifeContract {
    private final ScriptedBodies bodies = new ScriptedBodies();

    @Override
    void prepare(Rig fresh) {
        fresh.scripted = bodies;
    }

    @Override
    void answers(String text) {
        bodies.play(answering(text));
    }

    @Override
    void saysAndWaits(String said, CountDownLatch waiting, String then) {
        bodies.play(
                run -> {
                    run.speak().text(said);
                    waiting.countDown();
                    return run.interruptibly(() -> {
                        new CountDownLatch(1).await();
                        return new Outcome.Answered("never");
                    });
                },
                answering(then));
    }

    @Override
    void calls(String then) {
        bodies.play(calling(wipe, then));
    }

    @Override
    void fails(String why, String then) {
        bodies.play(_ -> new Outcome.Failed(ErrorCode.MODEL_UNAVAILABLE, why), answering(then));
    }

    @Override
    void breaks(Error error, String then) {
        bodies.play(
                _ -> {
                    throw error;
                },
                answering(then));
    }

    @Test
    void itIsShownAsWhatItIsThoughItHasNoModel() throws Exception {
        answers("hello");
        rig.start().say("hi");

        assertThat(rig.events(RunEvent.RunStarted.class))
                .extracting(RunEvent.RunStarted::model)
                .containsExactly("script");
    }

    @Test
    void aCallThatWasAskedForBeforeARestartIsAskedForUnderTheSameIdAndMadeOnce() throws Exception {
        calls("done");
        rig.start();
        var left = rig.begin("wipe it");
        var before = question();
        assertThat(before.reason()).isEqualTo("The script says so.");
        rig.letGo();
        Awaitility.await().until(left::isDone);
        rig.restart();

        var answer = rig.goOn();
        assertThat(question().id()).isEqualTo(before.id());
        rig.approvals().answer(before.id(), true, null, Rig.ANNA);

        assertThat(answer.get(PATIENCE, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(wipe.calls).hasSize(1);
        assertThat(bodies.begun).isEqualTo(2);
    }

    @Test
    void whileItWaitsForAPersonItLetsGoOfWhatIsOnRecord() throws Exception {
        calls("done");
        rig.start();
        var answer = rig.begin("wipe it");
        rig.approvals().answer(question().id(), true, null, Rig.ANNA);
        answer.get(PATIENCE, TimeUnit.SECONDS);

        assertThat(bodies.letGo).isEqualTo(1);
        assertThat(bodies.recalled).isEqualTo(1);
    }

    @Test
    void oneThatGoesOnFindsTheResultOfTheCallItHadMade() throws Exception {
        var made = new CountDownLatch(1);
        bodies.play(
                run -> {
                    calling(wipe, "never").play(run);
                    made.countDown();
                    return run.interruptibly(() -> {
                        new CountDownLatch(1).await();
                        return new Outcome.Answered("never");
                    });
                },
                calling(wipe, "it was done before"));
        rig.mode = ApprovalMode.ALWAYS_EXECUTE;
        rig.start();
        var left = rig.begin("wipe it");
        assertThat(made.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
        rig.abandon(left);

        assertThat(rig.restart().goOn().get(PATIENCE, TimeUnit.SECONDS).text()).isEqualTo("it was done before");
        assertThat(wipe.calls).hasSize(1);
    }

    @Test
    void oneThatGoesOnIsToldThatNobodyKnowsHowItsCallWent() throws Exception {
        var under = new CountDownLatch(1);
        bodies.play(
                run -> {
                    run.call("call-1", "wipe", JsonNodeFactory.instance.objectNode())
                            .begin();
                    under.countDown();
                    return run.interruptibly(() -> {
                        new CountDownLatch(1).await();
                        return new Outcome.Answered("never");
                    });
                },
                calling(wipe, "never"));
        rig.start();
        var left = rig.begin("wipe it");
        assertThat(under.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
        rig.abandon(left);

        var end = rig.restart().goOn().get(PATIENCE, TimeUnit.SECONDS);

        assertThat(end.text()).startsWith("Outcome unknown");
        assertThat(wipe.calls).isEmpty();
        assertThat(rig.events(RunEvent.ToolEnd.class))
                .extracting(RunEvent.ToolEnd::status)
                .containsExactly(Status.ABORTED);
    }

    @Test
    void oneThatCannotGoOnEndsAsInterruptedAndIsNeverBegunAgain() throws Exception {
        var waiting = new CountDownLatch(1);
        bodies.goesOn = false;
        saysAndWaits("so far", waiting, "never");
        rig.start();
        var left = rig.begin("go");
        assertThat(waiting.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
        rig.abandon(left);

        var end = (RunEvent.Failed) rig.restart().goOn().get(PATIENCE, TimeUnit.SECONDS);

        assertThat(end.code()).isEqualTo("interrupted");
        assertThat(end.text()).contains("not begun a second time");
        assertThat(bodies.begun).isEqualTo(1);
        assertThat(rig.store().inbox().next(Rig.SESSION)).isEmpty();
    }

    @Test
    void whatWasSentInTheLastMomentIsAnotherTurn() throws Exception {
        bodies.play(
                run -> {
                    rig.controls()
                            .inject(
                                    Rig.SESSION,
                                    run.run(),
                                    new Injection("s-1", Injection.Mode.FOLLOWUP, "and more", true));
                    return new Outcome.Answered("first");
                },
                run -> {
                    run.recordTurn(List.of(), List.of());
                    var sent = run.sentForNextTurn();
                    return new Outcome.Answered(
                            "then: " + sent.getFirst().text(),
                            List.of(),
                            List.of(new Change.InjectionsTaken(List.of("s-1"), 0)),
                            null);
                });
        rig.start();

        assertThat(rig.say("go").text()).isEqualTo("then: and more");
        assertThat(rig.events(RunEvent.TurnEnd.class)).hasSize(2);
    }

    @Test
    void aBodyCannotRecordAnEndItself() throws Exception {
        bodies.play(run -> {
            var end =
                    new RunEvent.Answered("e", run.run().value(), run.message().messageId(), "mine", null, 0);
            assertThatIllegalArgumentException().isThrownBy(() -> run.record(List.of(end), List.of()));
            return new Outcome.Answered("the life's");
        });

        assertThat(rig.start().say("go").text()).isEqualTo("the life's");
    }

    @Test
    void thereIsTimeLeftAsIfNobodyHadHadToBeAskedAlsoOverARestart() throws Exception {
        rig.limits = new RunLimits(50, null, Duration.ofMinutes(10), null);
        rig.approvalTimeout = Duration.ofHours(5);
        calls("done");
        rig.start();
        var left = rig.begin("wipe it");
        var question = question();
        clock.pass(Duration.ofHours(1));
        rig.letGo();
        Awaitility.await().until(left::isDone);
        rig.restart();
        clock.pass(Duration.ofHours(1));

        var answer = rig.goOn();
        rig.approvals().answer(question.id(), true, null, Rig.ANNA);

        assertThat(answer.get(PATIENCE, TimeUnit.SECONDS).text()).isEqualTo("done");
    }

    @Test
    void anAgentWithoutAModelHandsOverAllThatWasSaid() throws Exception {
        answers("hello");
        rig.saying(Rig.text("I know")).start();
        rig.say("hi");

        assertThat(rig.controls().handOver(Rig.SESSION, "titan")).isTrue();
        rig.say("what was said?");

        assertThat(rig.told(0)).containsExactly("user: hi", "assistant: hello", "user: what was said?");
        assertThat(rig.events(RunEvent.Summarised.class)).isEmpty();
    }

    @Test
    void aModelIsToldWhatAnotherKindOfAgentSaidMeanwhile() throws Exception {
        answers("hello");
        rig.saying(Rig.text("I know")).start();
        rig.say("one");
        rig.controls().switchAgent(Rig.SESSION, "titan");
        rig.say("two");
        rig.controls().switchAgent(Rig.SESSION, "default");
        rig.say("three");
        rig.controls().switchAgent(Rig.SESSION, "titan");
        rig.say("four");

        assertThat(rig.told(1))
                .containsExactly(
                        "user: one",
                        "assistant: hello",
                        "user: two",
                        "assistant: I know",
                        "user: three",
                        "assistant: hello",
                        "user: four");
    }
}
