package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.Effect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** What every journal does with questions to people. */
public abstract class ApprovalJournalContract extends JournalContract {
    private static final RunEvent.By ANNA = new RunEvent.By("anna", null);

    @Test
    void aRunWaitsFromItsQuestionUntilTheCallIsBegun() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        assertThat(journal().of(run()).waited()).isZero();
        append(new Change.ApprovalAsked(approval("approval-1")));
        tick();
        var unanswered = journal().of(run()).waited();
        append(new Change.ApprovalAnswered("approval-1", new Decision(true, null, null, ANNA)));
        tick();
        var answered = journal().of(run()).waited();
        append(new Change.CallStarted(1, 1));
        tick();
        reopen();

        assertThat(unanswered).isPositive();
        assertThat(answered).isGreaterThan(unanswered);
        assertThat(journal().of(run()).waited()).isEqualTo(answered);
    }

    @Test
    void whatAPeersMessageWaitsForIsFoundUntilItIsAnsweredAndOnlyForThatPeer() {
        assertThat(inbox().sender(run())).isEmpty();
        long seq = begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        start(seq);
        var approval = approval("approval-1");
        append(new Change.ApprovalAsked(approval));

        assertThat(inbox().sender(run())).contains(anna.message("m-1", "").identity());
        assertThat(questions("anna")).containsExactly(new Inbox.OpenQuestion("m-1", approval));
        assertThat(questions("ben")).isEmpty();
        append(new Change.ApprovalAnswered("approval-1", new Decision(true, null, null, ANNA)));
        assertThat(questions("anna")).isEmpty();
    }

    private List<Inbox.OpenQuestion> questions(String peer) {
        return inbox().openQuestions("terminal-dev", "local", peer, session(), 10);
    }

    @Test
    void aStartIsNotFruitlessWhileSomebodyIsAsked() {
        long seq = begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        append(new Change.ApprovalAsked(approval("approval-1")));
        for (int i = 0; i < 3; i++) {
            tick();
            start(seq);
        }
        assertThat(journal().of(run()).fruitlessStarts()).isZero();

        tick();
        append(new Change.ApprovalAnswered("approval-1", new Decision(true, null, null, ANNA)));
        assertThat(journal().of(run()).fruitlessStarts()).isZero();
        tick();
        start(seq);
        assertThat(journal().of(run()).fruitlessStarts()).isEqualTo(1);
    }

    @Test
    void anApprovalIsAnsweredOnceWhoeverIsFirst() throws Exception {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        var approval = approval("approval-1");
        append(new Change.ApprovalAsked(approval));
        assertThat(journal().unanswered(null, 10).approvals()).containsExactly(approval);

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Boolean> yes =
                    () -> tryAppend(new Change.ApprovalAnswered("approval-1", new Decision(true, "go", null, ANNA)));
            Callable<Boolean> no =
                    () -> tryAppend(new Change.ApprovalAnswered("approval-1", Decision.none("late", Decision.TIMEOUT)));
            var answers = threads.invokeAll(List.of(yes, no, yes, no, yes, no));
            int taken = 0;
            for (var answer : answers) {
                taken += answer.get() ? 1 : 0;
            }
            assertThat(taken).isEqualTo(1);
        }
        reopen();

        assertThat(journal().unanswered(null, 10).approvals()).isEmpty();
        var answered = journal().approval("approval-1").orElseThrow();
        assertThat(answered.decision())
                .isIn(new Decision(true, "go", null, ANNA), Decision.none("late", Decision.TIMEOUT));
        assertThat(journal().of(run()).approval(1, 1)).contains(answered);
        assertThat(journal().approval("approval-2")).isEmpty();
    }

    @Test
    void whatASessionWaitsForIsFoundOldestFirstAndOnlyThere() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        for (int i = 0; i < 4; i++) {
            tick();
            append(new Change.ApprovalAsked(approval("approval-" + (9 - i), i)));
        }
        append(new Change.ApprovalAnswered("approval-8", new Decision(true, null, null, ANNA)));

        assertThat(journal().unansweredIn(session(), 10))
                .extracting(Approval::id)
                .containsExactly("approval-9", "approval-7", "approval-6");
        assertThat(journal().unansweredIn(session(), 2))
                .extracting(Approval::id)
                .containsExactly("approval-9", "approval-7");
        assertThat(journal().unansweredIn(session(), 1)).containsExactly(approval("approval-9", 0));
        assertThat(journal().unansweredIn(Talk.of("ben").session(), 10)).isEmpty();
    }

    @Test
    void approvalsArePagedOldestFirstWhateverIsAnsweredMeanwhile() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        var ids = IntStream.range(0, 7).mapToObj(i -> "approval-" + (9 - i)).toList();
        for (int i = 0; i < ids.size(); i++) {
            tick();
            append(new Change.ApprovalAsked(approval(ids.get(i), i)));
        }
        assertThat(journal().runsAsking()).containsExactly(run());

        var first = journal().unanswered(null, 3);
        assertThat(first.approvals()).extracting(Approval::id).containsExactlyElementsOf(ids.subList(0, 3));
        assertThat(first.more()).isTrue();
        append(new Change.ApprovalAnswered(ids.get(2), new Decision(true, null, null, ANNA)));
        append(new Change.ApprovalAnswered(ids.get(3), new Decision(true, null, null, ANNA)));

        var second = journal().unanswered(ids.get(2), 3);
        assertThat(second.approvals()).extracting(Approval::id).containsExactlyElementsOf(ids.subList(4, 7));
        assertThat(second.more()).isFalse();
        assertThat(journal().unanswered(ids.get(6), 3).approvals()).isEmpty();
    }

    @Test
    void aPageOfLargeApprovalsIsShort() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        for (int i = 0; i < 4; i++) {
            tick();
            append(new Change.ApprovalAsked(large("approval-" + i, i)));
        }

        var page = journal().unanswered(null, 10);
        assertThat(page.approvals()).hasSizeBetween(1, 3);
        assertThat(page.more()).isTrue();
        assertThat(journal()
                        .unanswered(page.approvals().getLast().id(), 10)
                        .approvals()
                        .getFirst()
                        .id())
                .isEqualTo("approval-" + page.approvals().size());
    }

    private Approval approval(String id) {
        return approval(id, 1);
    }

    private Approval approval(String id, int index) {
        return approval(id, index, "ls");
    }

    /** Of which no two fit a page. */
    private Approval large(String id, int index) {
        return approval(id, index, "echo " + "long ".repeat(150_000));
    }

    private Approval approval(String id, int index, String command) {
        return new Approval(
                id,
                session(),
                run(),
                1,
                index,
                "call_b",
                "turn-1",
                "exec",
                JsonNodeFactory.instance.objectNode().put("command", command),
                Effect.EXECUTE,
                "It runs something on this machine.",
                Talk.NOON.plus(Duration.ofMinutes(5)),
                null,
                null);
    }
}
