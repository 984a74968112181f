package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.SESSION;
import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.session.RunPlace;
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

/** A run that waits for a person holds nothing others need, and goes on as if it had never waited. */
final class WaitingRunsTest {
    @TempDir
    Path folder;

    private final MovableClock clock = new MovableClock(Talk.NOON);
    private final CountedTool look = CountedTool.saying("look", Effect.READ, "a cat");
    private final CountedTool wipe = CountedTool.saying("wipe", Effect.EXECUTE, "gone");
    private Rig rig;

    @BeforeEach
    void make() {
        rig = new Rig(folder, clock);
        rig.mode = ApprovalMode.ALWAYS_ASK;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatWasSaidBeforeTheQuestionIsThereAfterTheAnswer() throws Exception {
        rig.with(look, wipe)
                .saying(
                        calls(call("look", "{}")),
                        calls(call("look", "{}"), call("wipe", "{}"), call("wipe", "{}"), call("look", "{}")),
                        text("done"))
                .start();
        var answer = rig.begin("clean up");
        approve();
        approve();

        assertThat(answer.get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(rig.told(2))
                .containsExactly(
                        "user: clean up",
                        "assistant: [look]",
                        "result: {\"ok\":true,\"text\":\"a cat\"}",
                        "assistant: [look][wipe][wipe][look]",
                        "result: {\"ok\":true,\"text\":\"a cat\"}",
                        "result: {\"ok\":true,\"text\":\"gone\"}",
                        "result: {\"ok\":true,\"text\":\"gone\"}",
                        "result: {\"ok\":true,\"text\":\"a cat\"}");
        assertThat(wipe.calls).hasSize(2);
        assertThat(look.calls).hasSize(3);
    }

    @Test
    void aRunThatIsStoppedWhileItWaitsIsRememberedWithAllItDid() throws Exception {
        rig.with(look, wipe)
                .saying(calls(call("look", "{}")), calls(call("wipe", "{}")), text("and now?"))
                .start();
        var answer = rig.begin("clean up");
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        rig.controls().stop(SESSION, false, null);
        answer.get(20, TimeUnit.SECONDS);

        rig.say("what did you do?");

        assertThat(rig.told(2)).contains("assistant: [look]", "result: {\"ok\":true,\"text\":\"a cat\"}");
    }

    @Test
    void anAnswerInTimeCountsHoweverLongTheRunThenWaitsForAPlace() throws Exception {
        var queue = new CountDownLatch(1);
        rig.place = new Queueing(queue);
        rig.with(wipe).saying(calls(call("wipe", "{}")), text("done")).start();
        var answer = rig.begin("clean up");
        approve();
        clock.pass(Duration.ofHours(2));
        queue.countDown();

        assertThat(answer.get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(wipe.calls).hasSize(1);
    }

    /** As when sixty-four others were taken up first after a restart. */
    @Test
    void anAnswerThatCameWhileARunWasNotTakenUpYetCountsToo() throws Exception {
        rig.with(wipe).saying(calls(call("wipe", "{}")), text("done")).start();
        var left = rig.begin("clean up");
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        rig.letGo();
        Awaitility.await().until(left::isDone);
        rig.restart();
        rig.approvals().answer(rig.pending().getFirst().id(), true, null, Rig.ANNA);
        clock.pass(Duration.ofHours(2));

        assertThat(rig.goOn().get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(wipe.calls).hasSize(1);
    }

    @Test
    void anAnswerThatWasOverBeforeTheGatewayCameUpDoesNotCount() throws Exception {
        rig.with(wipe).saying(calls(call("wipe", "{}")), text("not done")).start();
        var left = rig.begin("clean up");
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        rig.letGo();
        Awaitility.await().until(left::isDone);
        rig.approvals().answer(rig.pending().getFirst().id(), true, null, Rig.ANNA);
        clock.pass(Duration.ofHours(2));
        rig.restart();

        rig.goOn().get(20, TimeUnit.SECONDS);
        assertThat(wipe.calls).isEmpty();
    }

    @Test
    void whenTooManyWaitNobodyIsAskedAndTheModelIsToldSo() throws Exception {
        rig.place = new RunPlace() {
            @Override
            public boolean leaveToWait(boolean anyway) {
                return anyway;
            }

            @Override
            public void takeAgain() {}
        };
        rig.with(wipe)
                .saying(calls(call("wipe", "{}")), text("I could not ask."))
                .start();

        assertThat(rig.say("clean up").text()).isEqualTo("I could not ask.");
        assertThat(rig.told(1).getLast())
                .isEqualTo("result: {\"ok\":false,\"error\":\"Not done: it needs somebody's word, and 1,000 questions"
                        + " wait for people already. Do not try it again by yourself; say what you wanted to do and"
                        + " why.\"}");
        assertThat(rig.events(RunEvent.ApprovalRequired.class)).isEmpty();
        assertThat(wipe.calls).isEmpty();
    }

    private void approve() {
        var before = rig.events(RunEvent.ApprovalResolved.class).size();
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        Approval asked = rig.pending().getFirst();
        rig.approvals().answer(asked.id(), true, null, Rig.ANNA);
        assertThat(rig.events(RunEvent.ApprovalResolved.class)).hasSize(before + 1);
    }

    /** A place that is free only when a test says so. */
    private record Queueing(CountDownLatch queue) implements RunPlace {
        @Override
        public boolean leaveToWait(boolean anyway) {
            return true;
        }

        @Override
        public void takeAgain() throws InterruptedException {
            queue.await();
        }
    }
}
