package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.journal.RunJournal.Ending;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.Thinking;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What every journal does. */
public abstract class RunJournalContract {
    private static final ModelMessage.Assistant MESSAGE = new ModelMessage.Assistant(
            "I look.",
            new Thinking("hm", "sig=="),
            List.of(new ToolCall("call_a", "read", "{\"path\":\"x\"}"), new ToolCall("call_b", "exec", "{}")));

    private final Talk anna = Talk.of("anna");

    protected abstract RunJournal journal();

    protected abstract Ledger ledger();

    protected abstract Inbox inbox();

    /** Closes what there is and opens it anew. */
    protected abstract void reopen();

    @Test
    void aRunIsReadBackAsItWasRecorded() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, new ModelReply.Usage(12, 3), 77));
        append(new Change.CallStarted(1, 0));
        append(new Change.CallFinished(1, 0, "e-1", result("fine")));
        append(new Change.CallStarted(1, 1));
        reopen();

        var record = journal().of(run());

        assertThat(record.steps()).hasSize(1);
        var step = record.steps().getFirst();
        assertThat(step.message()).isEqualTo(MESSAGE);
        assertThat(step.usage()).isEqualTo(new ModelReply.Usage(12, 3));
        assertThat(step.costMicros()).isEqualTo(77);
        assertThat(step.calls()).containsOnlyKeys(0, 1);
        assertThat(step.calls().get(0)).isEqualTo(new RunRecord.Call(result("fine")));
        assertThat(step.calls().get(1)).isEqualTo(new RunRecord.Call(null));
        assertThat(Results.of(journal(), "e-1")).contains(result("fine"));
        assertThat(Results.of(journal(), "e-2")).isEmpty();
    }

    @Test
    void aCallIsBegunOnceAndTheSecondTimeNothingIsRecorded() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        append(new Change.CallStarted(1, 0));
        long before = ledger().lastSeq(session());

        assertThat(tryAppend(new Change.CallStarted(1, 0))).isFalse();
        assertThat(ledger().lastSeq(session())).isEqualTo(before);
    }

    @Test
    void callsOfNoStepAreReadBackByTheirNumber() {
        begin();
        append(new Change.CallStarted(0, 0));
        append(new Change.CallFinished(0, 0, "e-1", result("fine")));
        append(new Change.CallStarted(0, 1));
        reopen();

        var record = journal().of(run());

        assertThat(record.steps()).isEmpty();
        assertThat(record.call(0, 0)).contains(new RunRecord.Call(result("fine")));
        assertThat(record.call(0, 1)).contains(new RunRecord.Call(null));
        assertThat(record.call(0, 2)).isEmpty();
        assertThat(tryAppend(new Change.CallStarted(0, 1))).isFalse();
    }

    @Test
    void theFirstStartOfARunIsRememberedOverAllLaterOnes() {
        assertThat(journal().of(run()).firstStart()).isNull();
        long seq = begin();
        var first = journal().of(run()).firstStart();
        tick();
        start(seq);
        reopen();

        assertThat(first).isNotNull();
        assertThat(journal().of(run()).firstStart()).isEqualTo(first);
    }

    @Test
    void aRunWaitsFromItsQuestionUntilTheCallIsBegun() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        assertThat(journal().of(run()).waited()).isZero();
        append(new Change.ApprovalAsked(approval("approval-1")));
        tick();
        var unanswered = journal().of(run()).waited();
        append(new Change.ApprovalAnswered("approval-1", Decision.by(true, null)));
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
    void aLongResultIsKeptWhole() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        append(new Change.CallStarted(1, 0));
        var whole = result("ä".repeat(300_000));
        append(new Change.CallFinished(1, 0, "e-long", whole));
        reopen();

        assertThat(Results.of(journal(), "e-long")).contains(whole);
        assertThat(journal().of(run()).steps().getFirst().calls().get(0)).isEqualTo(new RunRecord.Call(whole));
    }

    @Test
    void aRunGoesOnWithWhatItsModelWasToldAndAllOfItIsKeptBeside() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        append(new Change.CallStarted(1, 0));
        var whole = result("ä😀\u0000".repeat(100_000));
        append(new Change.CallFinished(1, 0, "e-long", result("the ends"), json -> json.writeTree(whole)));
        reopen();

        assertThat(Results.of(journal(), "e-long")).contains(whole);
        assertThat(journal().of(run()).steps().getFirst().calls().get(0))
                .isEqualTo(new RunRecord.Call(result("the ends")));
    }

    @Test
    void aLongResultIsKeptThoughWhoKeepsItIsInterrupted() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        append(new Change.CallStarted(1, 0));
        var whole = result("x".repeat(300_000));
        Thread.currentThread().interrupt();
        append(new Change.CallFinished(1, 0, "e-long", whole));

        assertThat(Thread.interrupted()).as("the interrupt is still told").isTrue();
        assertThat(Results.of(journal(), "e-long")).contains(whole);
    }

    @Test
    void onlyStartsSinceTheLastThingThatWasFinishedAreFruitless() {
        long seq = begin();
        start(seq);
        assertThat(journal().of(run()).fruitlessStarts()).isEqualTo(2);

        tick();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        assertThat(journal().of(run()).fruitlessStarts()).isZero();

        tick();
        start(seq);
        append(new Change.CallStarted(1, 0));
        assertThat(journal().of(run()).fruitlessStarts()).isEqualTo(1);
        tick();
        append(new Change.CallFinished(1, 0, "e-1", result("fine")));
        assertThat(journal().of(run()).fruitlessStarts()).isZero();
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
        append(new Change.ApprovalAnswered("approval-1", Decision.by(true, null)));
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
        append(new Change.ApprovalAnswered("approval-1", Decision.by(true, null)));
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
            Callable<Boolean> yes = () -> tryAppend(new Change.ApprovalAnswered("approval-1", Decision.by(true, "go")));
            Callable<Boolean> no = () ->
                    tryAppend(new Change.ApprovalAnswered("approval-1", new Decision(false, "late", Decision.TIMEOUT)));
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
        assertThat(answered.decision()).isIn(Decision.by(true, "go"), new Decision(false, "late", Decision.TIMEOUT));
        assertThat(journal().of(run()).approval(1, 1)).contains(answered);
        assertThat(journal().approval("approval-2")).isEmpty();
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
        append(new Change.ApprovalAnswered(ids.get(2), Decision.by(true, null)));
        append(new Change.ApprovalAnswered(ids.get(3), Decision.by(true, null)));

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

    @Test
    void whatIsSentToARunKeepsItFromEnding() {
        long seq = begin();
        var steer = new Injection("s-1", Injection.Mode.STEER, "left", true);
        append(new Change.InjectionWaits(steer));
        assertThat(tryAppend(new Change.InjectionWaits(steer)))
                .as("the same one again")
                .isFalse();
        assertThat(journal().knows(run(), "s-1")).isTrue();
        assertThat(journal().of(run()).waiting()).containsExactly(steer);

        assertThat(finish(seq)).isEqualTo(Ending.INJECTED);
        append(
                new Change.InjectionsTaken(List.of("s-1"), 1),
                new Change.StepAsked(1, ModelMessage.Assistant.text("yes"), null, 0));
        assertThat(journal().of(run()).waiting()).isEmpty();
        assertThat(journal().of(run()).steps().getFirst().taken()).containsExactly(steer);
        assertThat(finish(seq)).isEqualTo(Ending.RECORDED);
        assertThat(finish(seq)).isEqualTo(Ending.SECOND);

        assertThat(tryAppend(new Change.InjectionWaits(new Injection("s-2", Injection.Mode.FOLLOWUP, "more", false))))
                .as("too late")
                .isFalse();
        assertThat(journal().knows(run(), "s-2")).isFalse();
    }

    @Test
    void aRunThatTakesItUpWhileItEndsMayEndAndSoMayOneThatIsStopped() {
        long seq = begin();
        var steer = new Injection("s-1", Injection.Mode.STEER, "left", true);
        append(new Change.InjectionWaits(steer));
        assertThat(finish(seq, new Change.InjectionsTaken(List.of("s-1"), 1))).isEqualTo(Ending.RECORDED);
        assertThat(journal().of(run()).takenLast()).containsExactly(steer);

        var ben = Talk.of("ben");
        long other = ben.say(inbox(), "m-1");
        ben.start(ledger(), other, "m-1");
        journal()
                .append(
                        ben.session(),
                        ben.run("m-1"),
                        List.of(event()),
                        List.of(new Change.InjectionWaits(new Injection("s-1", Injection.Mode.COLLECT, "x", false))));
        assertThat(journal()
                        .finish(
                                ben.session(),
                                other,
                                ben.run("m-1"),
                                List.of(ben.answered("m-1")),
                                List.of(new Change.InjectionsClosed())))
                .isEqualTo(Ending.RECORDED);
    }

    @Test
    void aSessionAnswersWithTheAgentItWasSwitchedTo() {
        anna.say(inbox(), "m-1");
        assertThat(journal().agentOf(session())).isEmpty();
        journal().append(session(), List.of(event()), List.of(new Change.AgentChosen("titan")));

        assertThat(journal().agentOf(session())).contains("titan");
        anna.say(inbox(), "m-2");
        assertThat(inbox().next(session()).orElseThrow().agent()).isEqualTo("titan");
        reopen();
        assertThat(inbox().next(session()).orElseThrow().agent()).isEqualTo("titan");
    }

    @Test
    void processGroupsAreRememberedUntilTheyEnd() {
        begin();
        var one = new ProcessGroup(4711, "boot 100");
        var again = new ProcessGroup(4711, "boot 200");
        journal().groupBegins(run(), one);
        journal().groupBegins(run(), again);
        reopen();
        assertThat(journal().processGroups()).containsExactlyInAnyOrder(one, again);

        journal().groupEnded(one);
        reopen();
        assertThat(journal().processGroups()).containsExactly(again);
    }

    /** Lets time pass, so that what follows is later than what was. */
    protected abstract void tick();

    private long begin() {
        long seq = anna.say(inbox(), "m-1");
        tick();
        start(seq);
        return seq;
    }

    private void start(long seq) {
        journal()
                .start(session(), seq, run(), List.of(anna.started("m-1")), List.of())
                .await();
    }

    private Ending finish(long seq, Change... changes) {
        return journal().finish(session(), seq, run(), List.of(anna.answered("m-1")), List.of(changes));
    }

    private void append(Change... changes) {
        assertThat(tryAppend(changes)).isTrue();
    }

    private boolean tryAppend(Change... changes) {
        return journal().append(session(), run(), List.of(event()), List.of(changes));
    }

    private static RunEvent event() {
        return new RunEvent.Received("e", null, "stop", "stop received", null);
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
                null);
    }

    private static ObjectNode result(String text) {
        return ToolResult.okay().put("text", text);
    }

    private SessionId session() {
        return anna.session();
    }

    private RunId run() {
        return anna.run("m-1");
    }
}
