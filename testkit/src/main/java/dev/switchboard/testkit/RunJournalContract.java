package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ToolResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What every journal keeps of a run: its steps, its calls and their results, and how often it began. */
public abstract class RunJournalContract extends JournalContract {
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
    void aSessionAnswersWithTheAgentItWasSwitchedTo() {
        anna.say(inbox(), "m-1");
        journal().append(anna.at(), List.of(event()), List.of(new Change.AgentChosen("titan")));

        anna.say(inbox(), "m-2");
        assertThat(inbox().next(session()).orElseThrow().session().agent()).isEqualTo("titan");
        reopen();
        assertThat(inbox().next(session()).orElseThrow().session().agent()).isEqualTo("titan");
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

    private static ObjectNode result(String text) {
        return ToolResult.okay().put("text", text);
    }
}
