package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.ANNA;
import static dev.switchboard.app.run.Rig.SESSION;
import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Approvals.Answer;
import dev.switchboard.core.approval.Approvals.Notice;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.control.RunControls;
import dev.switchboard.core.control.RunControls.Injected;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.Injection.Mode;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.testkit.DeafBus;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people do to a run reaches it though every nudge is lost, and though they talk to another gateway. */
final class ReachedRunsTest {
    /** How whoever stops, steers and answers is connected to the run. */
    enum Way {
        SAME_GATEWAY_DEAF_BUS,
        OTHER_GATEWAY_ONE_BUS,
        OTHER_GATEWAY_DEAF_BUS
    }

    @TempDir
    Path folder;

    private final CountDownLatch reached = new CountDownLatch(1);
    private final DeafBus deaf = new DeafBus();
    private Rig rig;
    private Rig.@Nullable Neighbour neighbour;

    @BeforeEach
    void make() {
        rig = new Rig(folder, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        if (neighbour != null) {
            neighbour.close();
        }
        rig.close();
    }

    @ParameterizedTest
    @EnumSource
    void aStopArrivesWithItsReason(Way way) throws Exception {
        rig.saying((_, listener) -> {
            listener.text("The first three");
            return stuck();
        });
        var controls = start(way);
        var answer = rig.begin("count");
        reached.await();
        awaitStart();

        assertThat(controls.stop(SESSION, false, "enough")).isPresent();

        var end = (RunEvent.Stopped) answer.get(60, TimeUnit.SECONDS);
        assertThat(end.text()).isEqualTo("The first three");
        assertThat(end.reason()).isEqualTo("enough");
        assertThat(rig.events(RunEvent.Received.class))
                .extracting(RunEvent.Received::subtype)
                .containsExactly("stop");
        assertThat(controls.stop(SESSION, false, null))
                .as("nothing runs any more")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aKillArrivesAsOne(Way way) throws Exception {
        var killed = new AtomicBoolean();
        var tool = new CountedTool("wait", Effect.WRITE, (_, context) -> {
            try {
                return stuck();
            } catch (InterruptedException e) {
                killed.set(context.killed().getAsBoolean());
                throw e;
            }
        });
        rig.with(tool).saying(calls(call("wait", "{}")), text("never"));
        var controls = start(way);
        var answer = rig.begin("wait");
        reached.await();

        controls.stop(SESSION, true, null);

        assertThat(answer.get(60, TimeUnit.SECONDS)).isInstanceOf(RunEvent.Stopped.class);
        assertThat(killed).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aSteeringMessageIsHeardBeforeTheNextModelCall(Way way) throws Exception {
        // Looks again and again until it is told to do something else.
        rig.with(CountedTool.saying("look", Effect.READ, "nothing yet")).saying((request, listener) -> {
            reached.countDown();
            return Rig.told(request).contains("user: no, left")
                    ? text("left it is").say(request, listener)
                    : calls(call("look", "{}")).say(request, listener);
        });
        rig.limits = new RunLimits(1_000_000, null, Duration.ofMinutes(5), null);
        var controls = start(way);
        var answer = rig.begin("go right");
        reached.await();
        awaitStart();
        var run = controls.running(SESSION).orElseThrow();
        var steer = new Injection("s-1", Mode.STEER, "no, left", true);

        assertThat(controls.inject(SESSION, run, steer)).isEqualTo(Injected.TAKEN);
        assertThat(controls.inject(SESSION, run, steer)).isEqualTo(Injected.DUPLICATE);

        assertThat(answer.get(60, TimeUnit.SECONDS).text()).isEqualTo("left it is");
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerIsToldToWhoSubscribedAndThenTheCallIsMade(Way way) throws Exception {
        rig.mode = ApprovalMode.ALWAYS_ASK;
        var order = new CopyOnWriteArrayList<String>();
        rig.with(wiping(order)).saying(calls(call("wipe", "{}")), text("done"));
        var _ = start(way);
        rig.approvals().subscribe(notice -> order.add(notice.getClass().getSimpleName()));
        var answer = rig.begin("wipe it");
        var id = asked().id();

        var approvals = neighbour == null ? rig.approvals() : neighbour.approvals();
        assertThat(approvals.answer(id, true, null, ANNA)).isEqualTo(new Answer.Taken());

        assertThat(answer.get(60, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(order).containsExactly("Asked", "Resolved", "wiped");
        assertThat(rig.events(RunEvent.ApprovalResolved.class)).hasSize(1);
    }

    /** As a process does that shares nothing with this one but the store. */
    @Test
    void anAnswerThatSomebodyJustRecordsReachesTheRunAndWhoSubscribed() throws Exception {
        rig.mode = ApprovalMode.ALWAYS_ASK;
        var order = new CopyOnWriteArrayList<String>();
        rig.with(wiping(order)).saying(calls(call("wipe", "{}")), text("done")).start();
        var decisions = new CopyOnWriteArrayList<Decision>();
        rig.approvals().subscribe(notice -> {
            order.add(notice.getClass().getSimpleName());
            if (notice instanceof Notice.Resolved(var approval)) {
                decisions.add(approval.decision());
            }
        });
        var answer = rig.begin("wipe it");
        var asked = asked();
        var decision = new Decision(true, "go on", null, ANNA);

        assertThat(rig.store().journal().answer(asked, decision, resolved(asked, decision)))
                .isTrue();

        assertThat(answer.get(60, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(order).containsExactly("Asked", "Resolved", "wiped");
        assertThat(decisions).containsExactly(decision);
    }

    private RunControls start(Way way) {
        MessageBus bus = way == Way.OTHER_GATEWAY_ONE_BUS ? new LocalBus() : deaf;
        rig.bus = bus;
        rig.start();
        if (way == Way.SAME_GATEWAY_DEAF_BUS) {
            return rig.controls();
        }
        neighbour = rig.neighbour(bus);
        return neighbour.controls();
    }

    /** Another gateway knows of a run when its start is on disk, which nobody waits for. */
    private void awaitStart() {
        Awaitility.await().until(() -> !rig.events(RunEvent.RunStarted.class).isEmpty());
    }

    private Approval asked() {
        Awaitility.await()
                .until(() -> rig.approvals().waiting() == 1 && !rig.pending().isEmpty());
        return rig.pending().getFirst();
    }

    private <T> T stuck() throws InterruptedException {
        reached.countDown();
        Thread.sleep(Duration.ofMinutes(1));
        throw new AssertionError("nobody stopped it");
    }

    private static CountedTool wiping(List<String> order) {
        return new CountedTool("wipe", Effect.EXECUTE, (_, _) -> {
            order.add("wiped");
            return new ToolResult(ToolResult.okay());
        });
    }

    private static RunEvent.ApprovalResolved resolved(Approval asked, Decision decision) {
        return new RunEvent.ApprovalResolved(
                "event-elsewhere",
                asked.run().value(),
                asked.id(),
                asked.callId(),
                asked.turnId(),
                asked.tool(),
                decision.approved(),
                decision.reason(),
                decision.code(),
                decision.by(),
                1L,
                asked.arguments());
    }
}
