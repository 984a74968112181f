package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunJournal.Ending;
import dev.switchboard.core.model.ModelMessage;
import java.util.List;
import java.util.Optional;
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
        assertThat(became("s-1", "left")).contains(new Admission.Running(session(), false));
        assertThat(became("s-1", "right")).contains(new Admission.Running(session(), true));
        assertThat(became("s-2", "left")).isEmpty();
        assertThat(became("m-1", "left")).as("a message of its own").isEmpty();

        var ben = Talk.of("ben");
        ben.start(ledger(), ben.say(inbox(), "m-1"), "m-1");
        assertThat(inbox().injected(ben.session(), "s-1", "left")).isEmpty();
        assertThat(inbox().injected(Talk.of("nobody").session(), "s-1", "left")).isEmpty();

        finish(seq, new Change.InjectionsTaken(List.of("s-1"), 1));
        long next = anna.say(inbox(), "m-2");
        anna.answer(ledger(), next, "m-2");
        reopen();
        assertThat(became("s-1", "left"))
                .as("the answer of its run, after other runs")
                .hasValueSatisfying(
                        answered -> assertThat(answered).isInstanceOfSatisfying(Admission.Answered.class, one -> {
                            assertThat(one.run()).isEqualTo(run());
                            assertThat(one.seq()).isEqualTo(seq);
                            assertThat(one.idReused()).isFalse();
                        }));
    }

    private Optional<Admission> became(String messageId, String text) {
        return inbox().injected(session(), messageId, text);
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
