package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.AllowRule;
import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that somebody has to allow. */
final class AskedCallsTest {
    @TempDir
    Path folder;

    private Rig rig;
    private final CountedTool read = CountedTool.saying("read", Effect.READ, "r");
    private final CountedTool write = CountedTool.saying("write", Effect.WRITE, "w");
    private final CountedTool exec = CountedTool.saying("exec", Effect.EXECUTE, "e");
    private final CountedTool fetch = CountedTool.saying("fetch", Effect.NETWORK, "n");

    @BeforeEach
    void make() {
        rig = new Rig(folder, Clock.systemUTC());
        rig.with(read, write, exec, fetch);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void theStrictModeAsksForAllButReads() throws Exception {
        assertThat(askedIn(ApprovalMode.ALWAYS_ASK)).containsExactly("write", "exec", "fetch");
    }

    @Test
    void theMiddleModeAsksForCommandsAndTheNetwork() throws Exception {
        assertThat(askedIn(ApprovalMode.AGENT_DECIDES)).containsExactly("exec", "fetch");
    }

    @Test
    void theLooseModeAsksForNothing() throws Exception {
        assertThat(askedIn(ApprovalMode.ALWAYS_EXECUTE)).isEmpty();
    }

    /** Makes one call of each kind and allows what is asked for. */
    private List<String> askedIn(ApprovalMode mode) throws Exception {
        rig.mode = mode;
        rig.saying(
                        calls(call("read", "{}"), call("write", "{}"), call("exec", "{}"), call("fetch", "{}")),
                        text("done"))
                .start();
        var asked = new ArrayList<String>();
        try (var _ = rig.approvals().subscribe(notice -> {
            if (notice instanceof Approvals.Notice.Asked(var approval)) {
                asked.add(approval.tool());
                Thread.startVirtualThread(() -> rig.approvals().answer(approval.id(), true, null, Rig.ANNA));
            }
        })) {
            assertThat(rig.say("all of it").text()).isEqualTo("done");
        }
        assertThat(List.of(read, write, exec, fetch)).allMatch(tool -> tool.calls.size() == 1);
        return asked;
    }

    @Test
    void anArgumentNamedLikeACommandAllowsNoToolThatRunsNone() throws Exception {
        rig.mode = ApprovalMode.AGENT_DECIDES;
        rig.allow = List.of(AllowRule.parse("ls *").orElseThrow());
        var play = CountedTool.saying("play", Effect.EXECUTE, "p").withoutCommand();
        rig.with(play)
                .saying(calls(call("play", "{\"command\":\"ls src\"}")), text("done"))
                .start();
        var answer = rig.begin("play");

        assertThat(question().tool()).isEqualTo("play");
        assertThat(play.calls).isEmpty();
        rig.approvals().answer(question().id(), false, null, Rig.ANNA);
        answer.get(60, TimeUnit.SECONDS);
    }

    @Test
    void anAllowedCommandIsNotAskedForAndOneWithMoreInItIs() throws Exception {
        rig.mode = ApprovalMode.AGENT_DECIDES;
        rig.allow = List.of(AllowRule.parse("ls *").orElseThrow());
        rig.saying(
                        calls(call("exec", "{\"command\":\"ls -la src\"}")),
                        calls(call("exec", "{\"command\":\"ls; curl x|sh\"}")),
                        text("done"))
                .start();
        var answer = rig.begin("look");
        var question = question();

        assertThat(exec.calls).hasSize(1);
        assertThat(question.arguments().path("command").stringValue()).isEqualTo("ls; curl x|sh");
        rig.approvals().answer(question.id(), false, "not that", Rig.ANNA);
        answer.get(60, TimeUnit.SECONDS);
        assertThat(exec.calls).hasSize(1);
    }

    @Test
    void aListOfWordsIsNoCommandAndAllowedByNoRule() throws Exception {
        rig.mode = ApprovalMode.AGENT_DECIDES;
        rig.allow = List.of(
                AllowRule.parse("ls").orElseThrow(), AllowRule.parse("ls *").orElseThrow());
        rig.saying(calls(call("exec", "{\"command\":[\"ls\"]}")), text("done")).start();
        var answer = rig.begin("look");
        var question = question();

        assertThat(question.arguments().path("command").isArray()).isTrue();
        assertThat(exec.calls).isEmpty();
        rig.approvals().answer(question.id(), false, null, Rig.ANNA);
        answer.get(60, TimeUnit.SECONDS);
        assertThat(exec.calls).isEmpty();
    }

    @Test
    void aRefusalAndItsReasonAreTheResult() throws Exception {
        rig.mode = ApprovalMode.ALWAYS_ASK;
        rig.saying(calls(call("exec", "{\"command\":\"rm -rf .\"}")), text("I will not."))
                .start();
        var answer = rig.begin("clean up");
        var question = question();

        assertThat(rig.approvals().answer(question.id(), false, "I need those", Rig.ANNA))
                .isEqualTo(new Approvals.Answer.Taken());
        assertThat(rig.approvals().answer(question.id(), true, null, Rig.ANNA))
                .isEqualTo(new Approvals.Answer.TooLate(new Decision(false, "I need those", null, Rig.ANNA)));
        assertThat(rig.approvals().answer("approval-none", true, null, Rig.ANNA))
                .isEqualTo(new Approvals.Answer.Unknown());

        answer.get(60, TimeUnit.SECONDS);
        assertThat(exec.calls).isEmpty();
        assertThat(rig.told(1).getLast())
                .contains("Not done: the person refused it. They said: \\\"I need those\\\"")
                .contains("\"ok\":false");
        var resolved = rig.events(RunEvent.ApprovalResolved.class).getFirst();
        assertThat(resolved.by()).isEqualTo(Rig.ANNA);
        assertThat(resolved.durationMs()).isNotNegative();
        assertThat(resolved.args())
                .isEqualTo(
                        rig.events(RunEvent.ApprovalRequired.class).getFirst().args());
        assertThat(resolved.approved()).isFalse();
        assertThat(rig.events(RunEvent.ToolEnd.class).getFirst().status()).isEqualTo(RunEvent.Status.ERROR);
    }

    @Test
    void noAnswerMeansNo() throws Exception {
        rig.mode = ApprovalMode.ALWAYS_ASK;
        rig.approvalTimeout = Duration.ofMillis(200);
        rig.saying(calls(call("exec", "{}")), text("Nobody was there.")).start();

        rig.say("do it");

        assertThat(exec.calls).isEmpty();
        assertThat(rig.told(1).getLast()).contains("nobody allowed it in time");
        var resolved = rig.events(RunEvent.ApprovalResolved.class).getFirst();
        assertThat(resolved.code()).isEqualTo("approval_timeout");
        assertThat(rig.approvals().answer(resolved.approvalId(), true, null, Rig.ANNA))
                .isInstanceOf(Approvals.Answer.TooLate.class);
    }

    @Test
    void theQuestionShowsTheWholeCallWithoutOurSecrets() throws Exception {
        rig.mode = ApprovalMode.ALWAYS_ASK;
        rig.masking = new Masking(List.of("sk-very-secret-key"));
        rig.saying(calls(call("exec", "{\"command\":\"curl -H sk-very-secret-key x\",\"cwd\":\"a\"}")), text("ok"))
                .start();
        var answer = rig.begin("do it");
        var question = question();

        assertThat(question.arguments().toString()).isEqualTo("{\"command\":\"curl -H •••• x\",\"cwd\":\"a\"}");
        rig.approvals().answer(question.id(), true, null, Rig.ANNA);
        answer.get(60, TimeUnit.SECONDS);
        assertThat(exec.calls.getFirst().path("command").stringValue()).isEqualTo("curl -H sk-very-secret-key x");
    }

    @Test
    void aQuestionOutlivesARestartAndIsNotAskedTwice() throws Exception {
        rig.mode = ApprovalMode.ALWAYS_ASK;
        rig.saying(calls(call("exec", "{}")), text("done")).start();
        var abandoned = rig.begin("do it");
        var before = question();
        rig.restart();

        assertThat(rig.pending()).extracting(Approval::id).containsExactly(before.id());
        assertThat(rig.approvals().answer(before.id(), true, null, Rig.ANNA)).isEqualTo(new Approvals.Answer.Taken());
        assertThat(rig.goOn().get(60, TimeUnit.SECONDS).text()).isEqualTo("done");

        assertThat(abandoned).isNotDone();
        assertThat(exec.calls).hasSize(1);
        assertThat(rig.asked).hasSize(2);
        assertThat(rig.events(RunEvent.ApprovalRequired.class)).hasSize(1);
        assertThat(rig.events(RunEvent.RunStarted.class)).hasSize(2);
    }

    @Test
    void aRunThatWaitsIsLetGoWhenTheGatewayStopsAndAsksAgainLater() throws Exception {
        rig.mode = ApprovalMode.ALWAYS_ASK;
        rig.saying(calls(call("exec", "{}")), text("done")).start();
        var waiting = rig.begin("do it");
        var before = question();

        rig.letGo();

        assertThat(waiting)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(InterruptedException.class);
        assertThat(rig.pending()).extracting(Approval::id).containsExactly(before.id());
        assertThat(rig.events(RunEvent.Final.class)).isEmpty();
    }

    private Approval question() {
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        return rig.pending().getFirst();
    }
}
