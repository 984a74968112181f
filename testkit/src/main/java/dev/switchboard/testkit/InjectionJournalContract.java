package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunJournal.Ending;
import dev.switchboard.core.model.ModelMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every journal does with messages into a run. */
public abstract class InjectionJournalContract extends JournalContract {
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
    void whatWasSentToAnyRunOfASessionIsKnownThereAndNowhereElse() {
        long seq = begin();
        append(new Change.InjectionWaits(new Injection("s-1", Injection.Mode.STEER, "left", true)));
        assertThat(journal().wasInjected(session(), "s-1")).isTrue();
        assertThat(journal().wasInjected(session(), "s-2")).isFalse();
        assertThat(journal().wasInjected(session(), "m-1"))
                .as("a message of its own")
                .isFalse();

        var ben = Talk.of("ben");
        ben.start(ledger(), ben.say(inbox(), "m-1"), "m-1");
        assertThat(journal().wasInjected(ben.session(), "s-1")).isFalse();
        assertThat(journal().wasInjected(Talk.of("nobody").session(), "s-1")).isFalse();

        finish(seq, new Change.InjectionsTaken(List.of("s-1"), 1));
        long next = anna.say(inbox(), "m-2");
        anna.answer(ledger(), next, "m-2");
        reopen();
        assertThat(journal().wasInjected(session(), "s-1"))
                .as("after other runs")
                .isTrue();
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
                        ben.at(),
                        ben.run("m-1"),
                        List.of(event()),
                        List.of(new Change.InjectionWaits(new Injection("s-1", Injection.Mode.COLLECT, "x", false))));
        assertThat(journal()
                        .finish(
                                ben.at(),
                                other,
                                ben.run("m-1"),
                                List.of(ben.answered("m-1")),
                                List.of(new Change.InjectionsClosed())))
                .isEqualTo(Ending.RECORDED);
    }
}
