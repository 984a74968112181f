package dev.switchboard.core.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.MemoryApprovals;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.status.AgentStatus.State;
import dev.switchboard.core.status.AgentStatuses.Money;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.json.Json;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgentStatusesTest {
    private static final RunEvent.By ANNA = new RunEvent.By("anna", null);
    private static final RunId OLD = new RunId("run-1");
    private static final RunId NEW = new RunId("run-2");

    private final LinkedBlockingQueue<AgentStatus> heard = new LinkedBlockingQueue<>();
    private @Nullable Money money;
    private final AgentStatuses statuses = new AgentStatuses(List.of("titan", "default"), _ -> money);

    @Test
    void agents_nobody_has_asked_anything_are_idle() {
        assertThat(all(statuses))
                .containsExactly(status("default", State.IDLE, null), status("titan", State.IDLE, null));
    }

    @Test
    void an_agent_runs_the_newest_of_its_runs_and_is_idle_when_all_are_over() throws Exception {
        try (var _ = statuses.subscribe(heard::add)) {
            statuses.began("default", OLD);
            statuses.began("default", NEW);
            statuses.ended("default", NEW, answered(NEW));
            statuses.ended("default", OLD, null);
        }
        statuses.began("default", OLD);

        assertThat(heard)
                .containsExactly(
                        status("default", State.RUNNING, OLD),
                        status("default", State.RUNNING, NEW),
                        status("default", State.RUNNING, OLD),
                        status("default", State.IDLE, null));
    }

    @Test
    void the_last_status_told_is_the_last_there_was_when_two_runs_end_at_once() throws Exception {
        var telling = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        statuses.began("default", OLD);
        statuses.began("default", NEW);
        statuses.subscribe(_ -> {
            telling.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        statuses.subscribe(heard::add);

        var first = Thread.startVirtualThread(() -> statuses.ended("default", OLD, answered(OLD)));
        telling.await();
        var second = Thread.startVirtualThread(() -> statuses.ended("default", NEW, answered(NEW)));
        await().until(() -> second.getState() == Thread.State.WAITING);
        goOn.countDown();
        first.join();
        second.join();

        assertThat(heard).containsExactly(status("default", State.RUNNING, NEW), status("default", State.IDLE, null));
    }

    @Test
    void who_is_told_what_there_is_hears_nothing_older_afterwards() throws Exception {
        var telling = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        statuses.began("default", OLD);
        statuses.subscribe(heard::add);
        var welcome = Thread.startVirtualThread(() -> statuses.tellAll(status -> {
            telling.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            heard.add(status);
        }));
        telling.await();
        var end = Thread.startVirtualThread(() -> statuses.ended("default", OLD, answered(OLD)));
        await().until(() -> end.getState() == Thread.State.WAITING);
        goOn.countDown();
        welcome.join();
        end.join();

        assertThat(heard.stream().filter(status -> status.agent().equals("default")))
                .containsExactly(status("default", State.RUNNING, OLD), status("default", State.IDLE, null));
    }

    @Test
    void a_store_that_cannot_say_what_was_spent_is_no_reason_for_a_run_to_fail() {
        var blind = new AgentStatuses(List.of("default"), _ -> {
            throw new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, "The disk is full.");
        });
        blind.began("default", OLD);
        blind.ended("default", OLD, answered(OLD));

        assertThat(all(blind)).containsExactly(status("default", State.IDLE, null));
    }

    @Test
    void an_agent_is_paused_while_somebody_is_asked() throws Exception {
        var approvals = new Approvals(new MemoryApprovals(), Clock.systemUTC(), () -> "event", new LocalBus());
        statuses.watching(approvals).began("default", OLD);
        statuses.began("titan", NEW);
        try (var _ = statuses.subscribe(heard::add)) {
            var run = Thread.startVirtualThread(() -> ask(approvals));
            assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(status("default", State.PAUSED, OLD));
            approvals.answer("a-1", true, null, ANNA);
            assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(status("default", State.RUNNING, OLD));
            run.join();
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void what_an_agent_has_spent_is_looked_up_while_no_other_question_waits_for_it() throws Exception {
        var approvals = new Approvals(new MemoryApprovals(), Clock.systemUTC(), () -> "event", new LocalBus());
        var looking = new CountDownLatch(1);
        var found = new CountDownLatch(1);
        var slow = new AgentStatuses(List.of("default"), _ -> {
            looking.countDown();
            awaitQuietly(found);
            return new Money("2026-11-16", 5, 1_000);
        });
        slow.began("default", OLD);
        slow.subscribe(heard::add);
        slow.watching(approvals);
        var told = new LinkedBlockingQueue<String>();
        approvals.subscribe(notice -> told.add(notice.approval().id()));
        var run = Thread.startVirtualThread(() -> ask(approvals));
        looking.await();

        var other = Thread.startVirtualThread(() -> ask(approvals, "a-2", NEW));
        assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("a-2");
        found.countDown();
        assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("a-1");
        assertThat(heard.poll(60, TimeUnit.SECONDS))
                .isEqualTo(new AgentStatus("default", State.PAUSED, OLD, 5L, 1_000L));
        approvals.answer("a-1", true, null, ANNA);
        approvals.answer("a-2", true, null, ANNA);
        run.join();
        other.join();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_agent_whose_model_was_not_reached_is_in_error_until_the_next_answer() {
        end(failed(ErrorCode.MODEL_UNAVAILABLE));
        assertThat(state()).isEqualTo(State.ERROR);
        statuses.began("default", NEW);
        assertThat(state()).isEqualTo(State.RUNNING);
        statuses.ended("default", NEW, new RunEvent.Stopped("e", "r", "m", "", null, null, null, 1, null, null));
        assertThat(state()).as("stopped: nobody knows").isEqualTo(State.ERROR);
        end(answered(NEW));
        assertThat(state()).isEqualTo(State.IDLE);

        end(failed(ErrorCode.MODEL_TIMEOUT));
        assertThat(state()).isEqualTo(State.ERROR);
        end(failed(ErrorCode.STEP_LIMIT));
        assertThat(state()).as("its model was reached").isEqualTo(State.IDLE);
    }

    @Test
    void an_agent_is_paused_when_its_budget_is_used_up_and_until_the_next_period() {
        money = new Money("2026-11-16", 999, 1_000);
        assertThat(state()).isEqualTo(State.IDLE);
        money = new Money("2026-11-16", 1_000, 1_000);
        assertThat(all(statuses).getFirst()).isEqualTo(new AgentStatus("default", State.PAUSED, null, 1_000L, 1_000L));
        money = new Money("2026-11-17", 0, 1_000);
        assertThat(state()).isEqualTo(State.IDLE);
    }

    @Test
    void a_run_that_ended_for_want_of_money_pauses_its_agent_though_a_little_is_left() {
        money = new Money("2026-11-16", 900, 1_000);
        end(failed(ErrorCode.BUDGET_EXCEEDED));
        assertThat(state()).isEqualTo(State.PAUSED);
        money = new Money("2026-11-17", 0, 1_000);
        assertThat(state()).isEqualTo(State.IDLE);
    }

    @Test
    void a_listener_that_fails_harms_nobody() throws Exception {
        try (var _ = statuses.subscribe(_ -> {
                    throw new IllegalStateException("broken");
                });
                var _ = statuses.subscribe(heard::add)) {
            statuses.began("default", OLD);
        }
        assertThat(new ArrayList<>(heard)).containsExactly(status("default", State.RUNNING, OLD));
    }

    private void end(RunEvent.Final end) {
        statuses.began("default", OLD);
        statuses.ended("default", OLD, end);
    }

    private static List<AgentStatus> all(AgentStatuses statuses) {
        var all = new ArrayList<AgentStatus>();
        statuses.tellAll(all::add);
        return all;
    }

    private State state() {
        return all(statuses).getFirst().state();
    }

    private static void ask(Approvals approvals) {
        ask(approvals, "a-1", OLD);
    }

    private static void ask(Approvals approvals, String id, RunId run) {
        var args = Json.mapper().createObjectNode();
        var approval = new Approval(
                id,
                new SessionId("s"),
                run,
                1,
                0,
                "call",
                "turn",
                "exec",
                args,
                Effect.EXECUTE,
                "why",
                Instant.now().plusSeconds(60),
                null,
                null);
        try {
            approvals.ask(
                    approval,
                    false,
                    new RunEvent.ApprovalRequired(
                            "e", OLD.value(), "a-1", "call", "turn", "exec", args, Effect.EXECUTE, "why", Instant.MAX));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static RunEvent.Final answered(RunId run) {
        return new RunEvent.Answered("e", run.value(), "m", "yes", null, 1);
    }

    private static RunEvent.Final failed(ErrorCode code) {
        return new RunEvent.Failed("e", OLD.value(), "m", code.wireName(), "no", null, 1);
    }

    private static AgentStatus status(String agent, State state, @Nullable RunId run) {
        return new AgentStatus(agent, state, run, null, null);
    }
}
