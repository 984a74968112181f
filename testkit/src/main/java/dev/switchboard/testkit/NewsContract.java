package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.News;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.Effect;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** What every journal tells of what was recorded for runs that are under way. */
public abstract class NewsContract extends JournalContract {
    private final Talk ben = Talk.of("ben");

    @Test
    void thereIsNoneOfARunThatNobodyDidAnythingTo() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        append(new Change.ApprovalAsked(question("approval-1", 0)));

        assertThat(journal().news(runs(), List.of("approval-1"))).isEqualTo(News.NONE);
        assertThat(journal().news(Map.of(), List.of())).isEqualTo(News.NONE);
    }

    @Test
    void aStopIsToldWithItsReasonAndAKillThatFollowsBehindIt() {
        begin();
        stop("stop", "enough", false);
        stop("kill", null, true);
        reopen();

        assertThat(journal().news(runs(), List.of()).stops())
                .containsExactly(new News.Stop(run(), false, "enough"), new News.Stop(run(), true, null));
    }

    @Test
    void whatWasSentIsToldUntilItIsTakenUp() {
        begin();
        var steer = new Injection("s-1", Injection.Mode.STEER, "left", true);
        var follow = new Injection("f-1", Injection.Mode.FOLLOWUP, "and then", false);
        append(new Change.InjectionWaits(steer));
        append(new Change.InjectionWaits(follow));
        assertThat(journal().news(runs(), List.of()).sent()).containsOnlyKeys(run());
        assertThat(journal().news(runs(), List.of()).sent().get(run())).containsExactlyInAnyOrder("s-1", "f-1");
        assertThat(journal().waiting(run())).containsExactly(steer, follow);

        append(new Change.InjectionsTaken(List.of("s-1"), 1), new Change.StepAsked(1, MESSAGE, null, 0));
        assertThat(journal().news(runs(), List.of()).sent()).isEqualTo(Map.of(run(), List.of("f-1")));
        assertThat(journal().waiting(run())).containsExactly(follow);
    }

    @Test
    void anAnswerIsToldToWhoAsksForIt() {
        begin();
        append(new Change.StepAsked(1, MESSAGE, null, 0));
        var one = question("approval-1", 0);
        append(new Change.ApprovalAsked(one));
        append(new Change.ApprovalAsked(question("approval-2", 1)));
        var decision = new Decision(true, "go on", null, new RunEvent.By("anna", "phone-1"));
        append(new Change.ApprovalAnswered("approval-1", decision));

        assertThat(journal()
                        .news(runs(), List.of("approval-1", "approval-2", "approval-none"))
                        .answered())
                .containsExactly(one.answered(decision));
        assertThat(journal().news(runs(), List.of("approval-2")).answered()).isEmpty();
    }

    @Test
    void thatASessionWasBegunAnewIsToldToWhoTookItUpBefore() {
        begin();
        beginAnew();

        assertThat(journal().news(runs(), List.of()).begunAnew()).containsExactly(run());
        assertThat(journal()
                        .news(Map.of(run(), new SessionEpoch(session(), 1)), List.of())
                        .begunAnew())
                .isEmpty();
    }

    @Test
    void oneLookIsForManyRunsAndTellsNothingOfOthers() {
        begin();
        long other = ben.say(inbox(), "m-1");
        ben.start(ledger(), other, "m-1");
        stop("stop", "enough", false);
        var benHears = new Change.InjectionWaits(new Injection("s-1", Injection.Mode.STEER, "left", true));
        journal().append(ben.at(), ben.run("m-1"), List.of(event()), List.of(benHears));

        var both = journal().news(Map.of(run(), anna.at(), ben.run("m-1"), ben.at()), List.of());
        assertThat(both.stops()).extracting(News.Stop::run).containsExactly(run());
        assertThat(both.sent()).containsOnlyKeys(ben.run("m-1"));
        assertThat(journal().news(runs(), List.of()).sent()).isEmpty();
    }

    @Test
    void theRunThatIsUnderWayInASessionIsFound() {
        assertThat(journal().underWay(session())).isEmpty();
        long seq = anna.say(inbox(), "m-1");
        assertThat(journal().underWay(session())).as("not begun").isEmpty();
        start(seq);
        start(seq);
        anna.say(inbox(), "m-2");
        reopen();
        assertThat(journal().underWay(session())).contains(run());

        finish(seq);
        assertThat(journal().underWay(session()))
                .as("the next one is not begun")
                .isEmpty();
    }

    private Map<RunId, SessionEpoch> runs() {
        return Map.of(run(), anna.at());
    }

    private void stop(String word, @Nullable String reason, boolean kill) {
        var payload = JsonNodeFactory.instance.objectNode().put(RunEvent.Received.REASON, reason);
        var event = new RunEvent.Received("e-" + word, run().value(), word, word, payload);
        journal().append(anna.at(), run(), List.of(event), List.of(new Change.StopAsked(kill)));
    }

    private Approval question(String id, int index) {
        return new Approval(
                id,
                session(),
                run(),
                1,
                index,
                "call",
                "turn",
                "exec",
                JsonNodeFactory.instance.objectNode(),
                Effect.EXECUTE,
                "why",
                Talk.NOON.plusSeconds(60),
                null,
                Talk.NOON,
                0L);
    }
}
