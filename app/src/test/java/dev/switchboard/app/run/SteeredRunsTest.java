package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.SESSION;
import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.control.RunControls.Injected;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.Injection.Mode;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolResult;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People stop and steer a run that is under way. */
final class SteeredRunsTest {
    @TempDir
    Path folder;

    private Rig rig;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @BeforeEach
    void make() {
        rig = new Rig(folder, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aSteeringMessageIsHeardBeforeTheNextModelCall() throws Exception {
        rig.with(waiting(Effect.READ))
                .saying(calls(call("wait", "{}")), text("left it is"))
                .start();
        var answer = rig.begin("go right");
        reached.await();
        assertThat(inject("s-1", Mode.STEER, "no, left")).isEqualTo(Injected.TAKEN);
        assertThat(inject("s-1", Mode.STEER, "no, left")).isEqualTo(Injected.DUPLICATE);
        goOn.countDown();

        assertThat(answer.get(60, TimeUnit.SECONDS).text()).isEqualTo("left it is");
        assertThat(rig.told(1).getLast()).isEqualTo("user: no, left");
        assertThat(inject("s-2", Mode.STEER, "too late")).isEqualTo(Injected.NOT_RUNNING);
    }

    @Test
    void whatComesTooLateToSteerIsAnotherTurnAndNeverDropped() throws Exception {
        rig.saying(waitingLine("first answer"), text("second answer")).start();
        var answer = rig.begin("first");
        reached.await();
        assertThat(inject("s-1", Mode.STEER, "and now this")).isEqualTo(Injected.TAKEN);
        goOn.countDown();

        assertThat(answer.get(60, TimeUnit.SECONDS).text()).isEqualTo("second answer");
        assertThat(rig.told(1)).containsExactly("user: first", "assistant: first answer", "user: and now this");
        assertThat(rig.events(RunEvent.TurnStart.class)).hasSize(2);
        assertThat(rig.events(RunEvent.TurnEnd.class)).hasSize(2);
        assertThat(rig.events(RunEvent.Final.class)).hasSize(1);
        assertThat(rig.sent).hasSize(1);
    }

    @Test
    void whatIsCollectedIsOneMessageAndFollowupsAreTurnsOfTheirOwn() throws Exception {
        rig.saying(waitingLine("one"), text("two"), text("three"), text("four")).start();
        var answer = rig.begin("first");
        reached.await();
        inject("f-1", Mode.FOLLOWUP, "follow 1");
        inject("c-1", Mode.COLLECT, "collect 1");
        inject("c-2", Mode.COLLECT, "collect 2");
        inject("f-2", Mode.FOLLOWUP, "follow 2");
        goOn.countDown();

        assertThat(answer.get(60, TimeUnit.SECONDS).text()).isEqualTo("four");
        assertThat(rig.told(1).getLast()).isEqualTo("user: collect 1\n\ncollect 2");
        assertThat(rig.told(2).getLast()).isEqualTo("user: follow 1");
        assertThat(rig.told(3).getLast()).isEqualTo("user: follow 2");
    }

    @Test
    void stopKeepsWhatWasSaidAndAbortsTheModel() throws Exception {
        var aborted = new AtomicBoolean();
        rig.saying((_, listener) -> {
                    listener.text("The first three ");
                    listener.text("are");
                    reached.countDown();
                    try {
                        Thread.sleep(Duration.ofMinutes(1));
                    } catch (InterruptedException e) {
                        aborted.set(true);
                        throw e;
                    }
                    return ModelReply.text("never");
                })
                .start();
        var answer = rig.begin("count");
        reached.await();

        assertThat(rig.controls().stop(SESSION, false, "enough")).isPresent();

        var end = (RunEvent.Stopped) answer.get(60, TimeUnit.SECONDS);
        assertThat(aborted).isTrue();
        assertThat(end.text()).isEqualTo("The first three are");
        assertThat(end.reason()).isEqualTo("enough");
        assertThat(end.saidId()).startsWith("said-");
        assertThat(rig.events(RunEvent.ModelEnd.class)).singleElement().satisfies(question -> {
            assertThat(question.status()).isEqualTo(Status.ABORTED);
            assertThat(question.comesBeforeTheEnd()).isTrue();
        });
        assertThat(rig.events(RunEvent.Received.class))
                .extracting(RunEvent.Received::subtype)
                .containsExactly("stop");
        assertThat(rig.sent.getFirst().text()).isEqualTo("The first three are");
        assertThat(rig.controls().stop(SESSION, false, null)).isEmpty();
        assertThat(rig.events(RunEvent.TurnEnd.class).getLast().status()).isEqualTo(Status.ABORTED);
    }

    @Test
    void stopEndsTheToolThatRuns() throws Exception {
        var tool = new CountedTool("wait", Effect.WRITE, (_, _) -> {
            reached.countDown();
            Thread.sleep(Duration.ofMinutes(1));
            return new ToolResult(ToolResult.okay());
        });
        rig.with(tool)
                .saying(calls(call("wait", "{}"), call("wait", "{}")), text("never"))
                .start();
        var answer = rig.begin("wait");
        reached.await();

        rig.controls().stop(SESSION, true, null);

        assertThat(answer.get(60, TimeUnit.SECONDS)).isInstanceOf(RunEvent.Stopped.class);
        assertThat(tool.calls).hasSize(1);
        assertThat(rig.events(RunEvent.ToolEnd.class))
                .extracting(RunEvent.ToolEnd::status)
                .containsExactly(Status.ABORTED);
        assertThat(rig.asked).hasSize(1);
        assertThat(rig.say("and?").text()).isEqualTo("never");
        assertThat(rig.told(1)).contains("result: {\"ok\":false,\"error\":\"Not done: the run ended before.\"}");
    }

    @Test
    void stoppingARunThatWaitsForApprovalWithdrawsTheQuestion() throws Exception {
        rig.mode = ApprovalMode.ALWAYS_ASK;
        var tool = CountedTool.saying("wipe", Effect.EXECUTE, "gone");
        rig.with(tool).saying(calls(call("wipe", "{}")), text("never")).start();
        var answer = rig.begin("wipe it");
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        var id = rig.pending().getFirst().id();

        rig.controls().stop(SESSION, false, null);

        assertThat(answer.get(60, TimeUnit.SECONDS)).isInstanceOf(RunEvent.Stopped.class);
        assertThat(rig.pending()).isEmpty();
        assertThat(rig.store().journal().approval(id).orElseThrow().decision())
                .isEqualTo(Decision.none("The run was stopped.", Decision.STOPPED));
        assertThat(tool.calls).isEmpty();
    }

    private Injected inject(String id, Mode mode, String text) {
        return rig.controls().inject(Rig.SESSION, run(), new Injection(id, mode, text, true));
    }

    private RunId run() {
        // Its start need not be on disk yet while it is under way.
        return rig.controls()
                .running(SESSION)
                .orElseGet(() -> new RunId(
                        rig.events(RunEvent.RunStarted.class).getLast().runId()));
    }

    private CountedTool waiting(Effect effect) {
        return new CountedTool("wait", effect, (_, _) -> {
            reached.countDown();
            goOn.await();
            return new ToolResult(ToolResult.okay());
        });
    }

    private Rig.Line waitingLine(String text) {
        return (_, listener) -> {
            reached.countDown();
            goOn.await();
            listener.text(text);
            return ModelReply.text(text);
        };
    }
}
