package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.SESSION;
import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.control.RunControls.Injected;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolResult;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever steers a run comes to no more than it could have submitted itself. */
final class SteeringRightsTest {
    private static final RunId RUN = new RunId("run-task");

    @TempDir
    Path folder;

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountedTool before = CountedTool.saying("before", Effect.EXECUTE, "ok");
    private final CountedTool wait = new CountedTool("wait", Effect.READ, (_, _) -> {
        reached.countDown();
        goOn.await();
        return new ToolResult(ToolResult.okay());
    });
    private final CountedTool execute = CountedTool.saying("execute", Effect.EXECUTE, "ok");
    private final CountedTool write = CountedTool.saying("write", Effect.WRITE, "ok");
    private Rig rig;

    @BeforeEach
    void make() {
        rig = new Rig(folder, Clock.systemUTC());
        rig.with(before, wait, execute, write);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** The agent's mode, the mode of the run, how it is steered, whether the sender could answer approvals. */
    static Stream<Arguments> everySteering() {
        return Stream.of(ApprovalMode.values()).flatMap(agents -> Stream.of(ApprovalMode.values())
                .flatMap(runs -> Stream.of(Injection.Mode.values()).flatMap(how -> Stream.of(true, false)
                        .map(mayLoosen -> Arguments.of(agents, runs, how, mayLoosen)))));
    }

    @ParameterizedTest
    @MethodSource("everySteering")
    void theStricterOfTheRunsModeAndTheLoosestOfTheSenderCounts(
            ApprovalMode agents, ApprovalMode runs, Injection.Mode how, boolean mayLoosen) throws Exception {
        rig.mode = agents;
        boolean steers = how == Injection.Mode.STEER;
        rig.saying(
                        calls(call("wait", "{}")),
                        // A followup is heard when this turn is answered, a steering message before.
                        steers ? calls(call("execute", "{}"), call("write", "{}")) : text("first turn"),
                        steers ? text("done") : calls(call("execute", "{}"), call("write", "{}")),
                        text("done"))
                .start();
        var answer = rig.begin("go", brief(runs));
        reached.await();
        assertThat(steer(how, mayLoosen)).isEqualTo(Injected.TAKEN);
        goOn.countDown();

        var mode = mayLoosen ? runs : runs.strictest(agents);
        if (mode != ApprovalMode.ALWAYS_EXECUTE) {
            approveNext("execute");
        }
        if (mode == ApprovalMode.ALWAYS_ASK) {
            approveNext("write");
        }
        assertThat(answer.get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(rig.pending()).isEmpty();
        assertThat(execute.calls).hasSize(1);
        assertThat(write.calls).hasSize(1);
    }

    @Test
    void whatTheRunDidBeforeTheMessageWasNotAskedForAndWhatFollowsIsUntilItsEnd() throws Exception {
        rig.mode = ApprovalMode.AGENT_DECIDES;
        rig.saying(
                        calls(call("before", "{}"), call("wait", "{}")),
                        calls(call("execute", "{}")),
                        calls(call("execute", "{}")),
                        text("done"))
                .start();
        var answer = rig.begin("go", brief(ApprovalMode.ALWAYS_EXECUTE));
        reached.await();
        assertThat(before.calls).hasSize(1);
        steer(Injection.Mode.STEER, false);
        goOn.countDown();
        approveNext("execute");
        approveNext("execute");

        assertThat(answer.get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
    }

    @Test
    void aRestartDoesNotMakeTheRunForgetWhoSteeredIt() throws Exception {
        rig.mode = ApprovalMode.AGENT_DECIDES;
        rig.saying(calls(call("wait", "{}")), calls(call("execute", "{}")), calls(call("execute", "{}")), text("done"))
                .start();
        var cut = rig.begin("go", brief(ApprovalMode.ALWAYS_EXECUTE));
        reached.await();
        steer(Injection.Mode.STEER, false);
        goOn.countDown();
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        rig.letGo();
        Awaitility.await().until(cut::isDone);

        rig.restart();
        var answer = rig.goOn();
        approveNext("execute");
        approveNext("execute");

        assertThat(answer.get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(execute.calls).hasSize(2);
    }

    @Test
    void aMessageThatWaitedWhileNoGatewayRanKeepsItsSendersRights() throws Exception {
        rig.mode = ApprovalMode.AGENT_DECIDES;
        rig.saying(calls(call("execute", "{}")), text("done")).start();
        rig.admit("go", brief(ApprovalMode.ALWAYS_EXECUTE));
        steer(Injection.Mode.STEER, false);
        rig.restart();

        var answer = rig.goOn();
        approveNext("execute");

        assertThat(answer.get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
    }

    private Injected steer(Injection.Mode how, boolean mayLoosen) {
        return rig.controls().inject(SESSION, RUN, new Injection("s-1", how, "and this", mayLoosen));
    }

    /** Waits to be asked for this tool, and allows it. */
    private void approveNext(String tool) {
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        var asked = rig.pending().getFirst();
        assertThat(asked.tool()).isEqualTo(tool);
        rig.approvals().answer(asked.id(), true, null, Rig.ANNA);
    }

    /** As somebody submits it who may answer approvals. */
    private static Brief brief(@Nullable ApprovalMode mode) {
        return new Brief(RUN, List.of(), null, null, null, mode, true, null, null, null);
    }
}
