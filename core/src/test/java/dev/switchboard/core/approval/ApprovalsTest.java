package dev.switchboard.core.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.approval.Approvals.Answer;
import dev.switchboard.core.approval.Approvals.Notice;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.json.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApprovalsTest {
    private static final RunEvent.By ANNA = new RunEvent.By("anna", null);
    private static final Instant START = Instant.parse("2026-11-16T08:00:00Z");
    private static final Decision TIMED_OUT = Decision.none("Nobody answered in time.", Decision.TIMEOUT);

    private final Time time = new Time();
    private final MemoryApprovals journal = new MemoryApprovals();
    private final AtomicInteger ids = new AtomicInteger();
    private final LocalBus bus = new LocalBus();
    private final Approvals approvals = new Approvals(journal, time, () -> "event-" + ids.incrementAndGet(), bus);
    private final List<Notice> heard = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch asked = new CountDownLatch(1);
    private final ExecutorService runs = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        runs.shutdownNow();
    }

    @Test
    void whatIsWithdrawnWithItsSessionIsToldToWhoListensAndEndsTheWait() throws Exception {
        listen();
        var run = ask(question("a"));
        var reset = Decision.none("The conversation was reset.", Decision.STOPPED);

        approvals.withdrawn(question("a").answered(reset));

        assertThat(got(run)).isEqualTo(reset);
        assertThat(heard).contains(new Notice.Resolved(question("a").answered(reset)));
        assertThat(journal.events())
                .extracting(event -> event.getClass().getSimpleName())
                .as("its end is on record with the reset")
                .containsExactly("ApprovalRequired");
    }

    @Test
    void theAnswerReachesTheRunAndIsOnRecordFirst() throws Exception {
        listen();
        var run = ask(question("a"));
        assertThat(approvals.pending(null, 500).approvals())
                .extracting(Approval::id)
                .containsExactly("a");

        assertThat(approvals.answer("a", true, "go on", ANNA)).isEqualTo(new Answer.Taken());

        assertThat(got(run)).isEqualTo(new Decision(true, "go on", null, ANNA));
        assertThat(journal.approval("a").orElseThrow().decision()).isEqualTo(new Decision(true, "go on", null, ANNA));
        assertThat(approvals.pending(null, 500).approvals()).isEmpty();
        assertThat(journal.events())
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("ApprovalRequired", "ApprovalResolved");
        assertThat(heard)
                .containsExactly(
                        new Notice.Asked(question("a")),
                        new Notice.Resolved(question("a").answered(new Decision(true, "go on", null, ANNA))));
    }

    @Test
    void theFirstAnswerCountsAndEveryFurtherOneLearnsIt() throws Exception {
        listen();
        var run = ask(question("a"));
        approvals.answer("a", false, "not today", ANNA);
        assertThat(approvals.answer("a", true, null, ANNA))
                .isEqualTo(new Answer.TooLate(new Decision(false, "not today", null, ANNA)));
        assertThat(got(run)).isEqualTo(new Decision(false, "not today", null, ANNA));
    }

    @Test
    void ofManyAnswersAtOnceOneIsTakenAndTheRunHearsThatOne() throws Exception {
        listen();
        var run = ask(question("a"));
        var gate = new CountDownLatch(1);
        var answers = IntStream.range(0, 16)
                .mapToObj(i -> runs.submit(() -> {
                    gate.await();
                    return approvals.answer("a", i % 2 == 0, "by " + i, ANNA);
                }))
                .toList();
        gate.countDown();
        int taken = 0;
        for (var answer : answers) {
            taken += got(answer) instanceof Answer.Taken ? 1 : 0;
        }
        assertThat(taken).isOne();
        assertThat(got(run)).isEqualTo(journal.approval("a").orElseThrow().decision());
        assertThat(journal.events()).hasSize(2);
    }

    @Test
    void anAnswerToWhatNoRunHereWaitsForIsANudgeAndToldOnce() throws Exception {
        listen();
        var elsewhere = new Approvals(journal, time, () -> "event-elsewhere", bus);
        var nudged = new ArrayList<SessionId>();
        bus.onNudge(session -> {
            nudged.add(session);
            approvals.hear(journal.approval("a").stream().toList());
        });
        var run = ask(question("a"));
        var decision = new Decision(true, null, null, ANNA);

        assertThat(elsewhere.answer("a", true, null, ANNA)).isEqualTo(new Answer.Taken());

        assertThat(got(run)).isEqualTo(decision);
        assertThat(nudged).containsExactly(new SessionId("s"));
        approvals.hear(journal.approval("a").stream().toList());
        assertThat(approvals.answer("a", false, null, ANNA)).isEqualTo(new Answer.TooLate(decision));
        assertThat(heard)
                .containsExactly(
                        new Notice.Asked(question("a")),
                        new Notice.Resolved(question("a").answered(decision)));
    }

    @Test
    void anAnswerWhereTheRunWaitsNudgesNobody() throws Exception {
        listen();
        var nudged = new ArrayList<SessionId>();
        bus.onNudge(nudged::add);
        var run = ask(question("a"));
        approvals.answer("a", true, null, ANNA);
        got(run);
        assertThat(nudged).isEmpty();
    }

    @Test
    void anUnknownIdIsUnknown() {
        assertThat(approvals.answer("nothing", true, null, ANNA)).isEqualTo(new Answer.Unknown());
    }

    @Test
    void noAnswerMeansNo() throws Exception {
        var run = runs.submit(asking(question("a", Duration.ofMillis(50)), false));
        assertThat(got(run)).isEqualTo(TIMED_OUT);
        assertThat(approvals.answer("a", true, null, ANNA)).isEqualTo(new Answer.TooLate(TIMED_OUT));
        assertThat(journal.events().getLast())
                .isInstanceOfSatisfying(RunEvent.ApprovalResolved.class, resolved -> assertThat(resolved.code())
                        .isEqualTo(Decision.TIMEOUT));
    }

    @Test
    void anAnswerAfterTheTimeIsNoAnswerEvenIfTheRunHasNotNoticedYet() throws Exception {
        listen();
        var run = ask(question("a"));
        time.pass(Duration.ofMinutes(5));
        assertThat(approvals.answer("a", true, null, ANNA)).isEqualTo(new Answer.TooLate(TIMED_OUT));
        assertThat(got(run)).isEqualTo(TIMED_OUT);
    }

    @Test
    void aStoppedRunLeavesTheQuestionOpenUntilItIsWithdrawn() throws Exception {
        listen();
        var run = ask(question("a"));
        run.cancel(true);
        assertThat(approvals.pending(null, 500).approvals()).hasSize(1);
        approvals.withdraw(question("a"));
        assertThat(approvals.pending(null, 500).approvals()).isEmpty();
        assertThat(approvals.answer("a", true, null, ANNA))
                .isEqualTo(new Answer.TooLate(Decision.none("The run was stopped.", Decision.STOPPED)));
    }

    @Test
    void withdrawingWhatWasNeverAskedOrIsAnsweredChangesNothing() throws Exception {
        approvals.withdraw(question("never"));
        assertThat(journal.events()).isEmpty();

        listen();
        var run = ask(question("a"));
        approvals.answer("a", true, null, ANNA);
        approvals.withdraw(question("a"));
        assertThat(got(run)).isEqualTo(new Decision(true, null, null, ANNA));
        assertThat(journal.approval("a").orElseThrow().decision()).isEqualTo(new Decision(true, null, null, ANNA));
    }

    @Test
    void afterARestartTheRunAsksAgainAndHearsWhatWasAnsweredMeanwhile() throws Exception {
        listen();
        ask(question("a")).cancel(true);
        var restarted = new Approvals(journal, time, () -> "event-" + ids.incrementAndGet(), bus);
        assertThat(restarted.pending(null, 500).approvals())
                .extracting(Approval::id)
                .containsExactly("a");
        assertThat(restarted.answer("a", true, null, ANNA)).isEqualTo(new Answer.Taken());

        assertThat(restarted.ask(question("a"), true, required(question("a"))))
                .isEqualTo(new Decision(true, null, null, ANNA));
        assertThat(journal.events()).as("not asked twice").hasSize(2);
    }

    @Test
    void afterARestartTimeHasGoneOn() throws Exception {
        listen();
        ask(question("a")).cancel(true);
        time.pass(Duration.ofMinutes(6));
        var restarted = new Approvals(journal, time, () -> "event-" + ids.incrementAndGet(), bus);
        assertThat(restarted.ask(question("a"), true, required(question("a")))).isEqualTo(TIMED_OUT);
    }

    @Test
    void aQuestionIsPutOnRecordOnlyOnce() throws Exception {
        listen();
        ask(question("a")).cancel(true);
        assertThatIllegalStateException()
                .isThrownBy(() -> approvals.ask(question("a"), false, required(question("a"))));
    }

    @Test
    void whatNobodyWaitsForAnyMoreDoesNotHideWhatIsNew() throws Exception {
        for (int i = 0; i < 500; i++) {
            var old = question("old-" + i);
            journal.ask(old, required(old));
        }
        time.pass(Duration.ofMinutes(10));
        listen();
        ask(question("new", Duration.ofMinutes(20)));

        var first = approvals.pending(null, 500);
        assertThat(first.approvals()).isEmpty();
        assertThat(approvals.pending(first.next(), 500).approvals())
                .extracting(Approval::id)
                .containsExactly("new");
        assertThat(approvals.pending(null, 500).approvals())
                .extracting(Approval::id)
                .containsExactly("new");
        assertThat(journal.approval("old-0").orElseThrow().decision()).isEqualTo(TIMED_OUT);
    }

    @Test
    void anAnswerIsNeverHeardBeforeItsQuestion() throws Exception {
        listen();
        // Somebody sees the committed question and answers before the asking thread has told of it.
        journal.afterCommit(() -> {
            journal.afterCommit(() -> {});
            approvals.answer("a", true, null, ANNA);
        });
        assertThat(approvals.ask(question("a"), false, required(question("a"))))
                .isEqualTo(new Decision(true, null, null, ANNA));
        assertThat(heard)
                .containsExactly(new Notice.Resolved(question("a").answered(new Decision(true, null, null, ANNA))));
    }

    @Test
    void aSubscriberThatFailsHindersNobodyAndOneThatLeftHearsNothing() throws Exception {
        var failing = approvals.subscribe(_ -> {
            throw new IllegalStateException("broken");
        });
        listen();
        var run = ask(question("a"));
        failing.close();
        approvals.answer("a", true, null, ANNA);
        assertThat(got(run).approved()).isTrue();
        assertThat(heard).hasSize(2);
    }

    @Test
    void whoLooksSomethingUpHoldsUpNoOtherQuestion() throws Exception {
        var looking = new CountDownLatch(1);
        var found = new CountDownLatch(1);
        var told = Collections.synchronizedList(new ArrayList<String>());
        approvals.subscribePrepared(approval -> {
            if (approval.id().equals("slow")) {
                looking.countDown();
                awaitQuietly(found);
            }
            return notice -> told.add(notice.approval().id());
        });
        var slow = runs.submit(asking(question("slow"), false));
        assertThat(looking.await(60, TimeUnit.SECONDS)).isTrue();
        listen();

        var run = ask(question("a"));
        approvals.answer("a", true, null, ANNA);
        assertThat(got(run).approved()).isTrue();
        assertThat(told).containsExactly("a", "a");

        found.countDown();
        approvals.answer("slow", false, null, ANNA);
        assertThat(got(slow).approved()).isFalse();
        assertThat(told).contains("slow");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anInterruptIsNoAnswer() throws Exception {
        var thread = Thread.currentThread();
        try (var _ = approvals.subscribe(_ -> thread.interrupt())) {
            assertThatThrownBy(() -> approvals.ask(question("a"), false, required(question("a"))))
                    .isInstanceOf(InterruptedException.class);
        }
        assertThat(journal.approval("a").orElseThrow().decision()).isNull();
    }

    /** Tells the test when a question was asked. */
    private void listen() {
        approvals.subscribe(notice -> {
            heard.add(notice);
            asked.countDown();
        });
    }

    /** Returns when the question is out. */
    private Future<Decision> ask(Approval approval) throws InterruptedException {
        var run = runs.submit(asking(approval, false));
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        return run;
    }

    private Callable<Decision> asking(Approval approval, boolean recorded) {
        return () -> approvals.ask(approval, recorded, required(approval));
    }

    private static <T> T got(Future<T> future) throws Exception {
        try {
            return future.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private static Approval question(String id) {
        return question(id, Duration.ofMinutes(5));
    }

    private static Approval question(String id, Duration patience) {
        return new Approval(
                id,
                new SessionId("s"),
                new RunId("r"),
                1,
                0,
                "call-1",
                "turn-1",
                "exec",
                Json.mapper().createObjectNode().put("command", "make"),
                Effect.EXECUTE,
                "It runs something on this machine.",
                START.plus(patience),
                null,
                null);
    }

    private static RunEvent.ApprovalRequired required(Approval approval) {
        return new RunEvent.ApprovalRequired(
                "event-0",
                approval.run().value(),
                approval.id(),
                approval.callId(),
                approval.turnId(),
                approval.tool(),
                approval.arguments(),
                approval.effect(),
                approval.reason(),
                approval.expiresAt());
    }

    /** Stands still until it is moved. */
    private static final class Time extends Clock {
        private volatile Instant now = START;

        synchronized void pass(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
