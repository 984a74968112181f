package dev.switchboard.testkit;

import static dev.switchboard.testkit.Talk.MAX_WAITING;
import static dev.switchboard.testkit.Talk.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.message.Attachments;
import dev.switchboard.core.message.InboundMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every store does with a message that comes before its text. */
public abstract class SpokenMessagesContract {
    protected final Talk anna = Talk.of("anna");

    protected abstract Inbox inbox();

    protected abstract Ledger ledger();

    protected abstract RunJournal journal();

    protected abstract Attachments attachments();

    /** Closes what there is and opens it anew. */
    protected abstract void reopen();

    @Test
    void itIsAdmittedUnderTheNextNumberAndSaysWhatItCameIn() {
        anna.say(inbox(), "m-1");

        assertThat(speak("m-2", recorded("hello"))).isEqualTo(new Admission.Accepted(2));
        assertThat(event(2)).isInstanceOfSatisfying(RunEvent.UserMessage.class, message -> assertThat(message)
                .isEqualTo(new RunEvent.UserMessage(
                        message.id(), "m-2", "terminal-dev", "anna", "user-1", "", "audio/wav")));
    }

    @Test
    void itIsNextWithWhatIsToBecomeItsTextAlsoAfterARestart() {
        var recording = recorded("hello");
        speak("m-1", recording);
        var waiting = new Inbox.Waiting(spoken("m-1", recording), 1, null, 0, false, anna.facts(null));

        assertThat(inbox().next(anna.session())).contains(waiting);
        assertThat(inbox().next(anna.session())).as("from the table").contains(waiting);
        reopen();
        assertThat(inbox().next(anna.session())).contains(waiting);
        assertThat(attachments().file(recording)).hasContent("hello");
    }

    @Test
    void sentAgainItIsADuplicateIfItSoundsTheSameWhateverFileItIsIn() {
        speak("m-1", recorded("hello"));

        assertThat(speak("m-1", recorded("hello"))).isEqualTo(new Admission.Running(anna.session(), false));
        assertThat(speak("m-1", recorded("something else"))).isEqualTo(new Admission.Running(anna.session(), true));
        assertThat(inbox().admit(anna.message("m-1", "hello"), MAX_WAITING))
                .as("a text is no recording")
                .isEqualTo(new Admission.Running(anna.session(), true));

        anna.start(ledger(), 1, "m-1");
        assertThat(know("m-1", 1, "hello")).isTrue();
        anna.finish(ledger(), 1, "m-1");
        assertThat(speak("m-1", recorded("hello")))
                .isEqualTo(new Admission.Answered(
                        anna.session(), 1, "answer to m-1", anna.run("m-1"), FinishReason.STOP, false));
    }

    @Test
    void itsTextIsCommittedOnceAndTheFirstOneCounts() {
        speak("m-1", recorded("hello"));
        anna.start(ledger(), 1, "m-1");

        assertThat(know("m-1", 1, "hello")).isTrue();
        long last = ledger().lastSeq(anna.session());
        assertThat(know("m-1", 1, "yellow")).isFalse();
        assertThat(ledger().lastSeq(anna.session()))
                .as("nothing is shown of it")
                .isEqualTo(last);

        assertThat(inbox().next(anna.session())).hasValueSatisfying(waiting -> {
            assertThat(waiting.message()).isEqualTo(anna.message("m-1", "hello"));
            assertThat(waiting.seq()).isEqualTo(1);
        });
        reopen();
        assertThat(inbox().next(anna.session()))
                .hasValueSatisfying(waiting -> assertThat(waiting.message()).isEqualTo(anna.message("m-1", "hello")));
        assertThat(event(last)).isEqualTo(transcription("m-1", 1, "hello"));
    }

    @Test
    void aTextIsNoRecordingAndKeepsItsText() {
        anna.say(inbox(), "m-1");
        anna.start(ledger(), 1, "m-1");

        assertThat(know("m-1", 1, "another")).isFalse();
        assertThat(inbox().next(anna.session()))
                .hasValueSatisfying(
                        waiting -> assertThat(waiting.message().text()).isEqualTo("text of m-1"));
    }

    @Test
    void whatWasShownWhenItCameIsShownAfterwards() {
        speak("m-1", recorded("hello"));
        var shown = event(1);
        anna.start(ledger(), 1, "m-1");
        know("m-1", 1, "hello");

        assertThat(event(1)).isEqualTo(shown);
        assertThat(ledger().before(anna.session(), 2, 1))
                .singleElement()
                .satisfies(recorded -> assertThat(recorded.event()).isEqualTo(shown));
    }

    @Test
    void whatComesBehindItWaits() {
        speak("m-1", recorded("hello"));
        anna.say(inbox(), "m-2");

        assertThat(inbox().next(anna.session())).hasValueSatisfying(waiting -> {
            assertThat(waiting.seq()).isEqualTo(1);
            assertThat(waiting.more()).isTrue();
        });
    }

    protected final Attachment recorded(String sound) {
        return attachments().keep(sound.getBytes(StandardCharsets.UTF_8), "audio/wav", "en");
    }

    protected final Admission speak(String id, Attachment recording) {
        return inbox().admit(spoken(id, recording), MAX_WAITING);
    }

    protected final boolean know(String id, long seq, String text) {
        return journal()
                .append(
                        anna.at(),
                        anna.run(id),
                        List.of(transcription(id, seq, text)),
                        List.of(new Change.TextKnown(seq, text)));
    }

    private InboundMessage spoken(String id, Attachment recording) {
        return new InboundMessage(anna.message(id, "").identity(), anna.session(), "", NOON, null, recording);
    }

    private RunEvent.Transcription transcription(String id, long seq, String text) {
        var run = anna.run(id).value();
        return new RunEvent.Transcription(run + "/heard", run, run + "/c", id, seq, text, "audio/wav", 7);
    }

    private RunEvent event(long seq) {
        return ledger().after(anna.session(), seq - 1, 1).getFirst().event();
    }
}
