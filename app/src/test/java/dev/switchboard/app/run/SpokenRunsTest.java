package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.SESSION;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.speech.Transcriber;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.MovableClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs for messages that come before their text. */
class SpokenRunsTest {
    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-18T12:00:00Z"));
    private Rig rig;

    @BeforeEach
    void make(@TempDir Path folder) {
        rig = new Rig(folder, clock).saying(text("Done."));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatWasHeardIsOnRecordBeforeTheModelIsAsked() throws Exception {
        rig.transcriber = (attachment, file) -> {
            assertThat(attachment.language()).isEqualTo("en");
            assertThat(file).hasContent("bzzz");
            return "  water the zinnias\n";
        };
        rig.lines.clear();
        rig.saying((_, _) -> {
                    assertThat(rig.events(RunEvent.Transcription.class)).hasSize(1);
                    return ModelReply.text("Done.");
                })
                .start();

        assertThat(speak().text()).isEqualTo("Done.");
        assertThat(rig.told(0)).containsExactly("user: water the zinnias");
        assertThat(rig.events().stream().map(event -> event.getClass().getSimpleName()))
                .startsWith("UserMessage", "RunStarted", "TurnStart", "Transcription");
        assertThat(rig.events(RunEvent.Transcription.class)).singleElement().satisfies(heard -> {
            assertThat(heard.text()).isEqualTo("water the zinnias");
            assertThat(heard.messageId()).isEqualTo("m-1");
            assertThat(heard.messageSeq()).isEqualTo(1);
            assertThat(heard.parentId())
                    .isEqualTo(rig.events(RunEvent.TurnStart.class).getFirst().correlationId());
        });
    }

    @Test
    void whatWasHeardIsHistoryForTheNextMessageAlsoAfterARestart() throws Exception {
        rig.transcriber = (_, _) -> "water the zinnias";
        rig.start();
        speak();
        rig.say("and now?");
        var told = List.of("user: water the zinnias", "assistant: Done.", "user: and now?");
        assertThat(rig.told(1)).isEqualTo(told);

        rig.restart();
        rig.say("and then?");
        assertThat(rig.told(2)).startsWith(told.toArray(String[]::new)).endsWith("user: and then?");
    }

    @Test
    void whatCouldNotBeHeardEndsInWordsAndIsNoHistory() throws Exception {
        rig.transcriber = (_, _) -> {
            throw new SwitchboardException(ErrorCode.TRANSCRIPTION_FAILED, "The engine knows no Klingon. Type it.");
        };
        rig.start();

        assertFailed(speak(), "The engine knows no Klingon. Type it.");
        assertThat(rig.asked).isEmpty();
        rig.say("then typed");
        assertThat(rig.told(0)).containsExactly("user: then typed");
    }

    @Test
    void anEngineThatBreaksIsNoFaultOfTheSpeaker() throws Exception {
        rig.transcriber = (_, _) -> {
            throw new IllegalStateException("no such model file");
        };
        rig.start();

        var end = speak();
        assertFailed(end, "could not be made a text");
        assertThat(end.text()).doesNotContain("model file");
    }

    @Test
    void silenceIsNoMessage() throws Exception {
        rig.transcriber = (_, _) -> " \n";
        rig.start();

        assertFailed(speak(), "Nothing could be made out");
    }

    @Test
    void aGatewayWithoutATranscriberSaysSo() throws Exception {
        rig.start();

        assertFailed(speak(), "Please type it instead.");
    }

    @Test
    void aRecordingThatWasCutIsNotGuessedAt() throws Exception {
        rig.transcriber = (_, _) -> "half of it";
        rig.start();
        var kept = rig.speak("bzzz");
        Files.writeString(rig.store().attachments().file(kept), "bz");

        assertFailed(rig.goOn().get(60, TimeUnit.SECONDS), "gone or cannot be read");
    }

    @Test
    void anEngineThatTakesTooLongHasFailedAndIsToldToStop() throws Exception {
        var interrupted = new CountDownLatch(1);
        rig.transcriberPatience = Duration.ofMillis(50);
        rig.transcriber = untilInterrupted(new Gate(), interrupted);
        rig.start();

        assertFailed(speak(), "not understood within");
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whoeverStopsItWhileItIsHeardStopsTheEngineToo() throws Exception {
        var interrupted = new CountDownLatch(1);
        var gate = new Gate();
        rig.transcriber = untilInterrupted(gate, interrupted);
        rig.start();
        rig.speak("bzzz");
        var answer = rig.goOn();
        gate.awaitSomebody();
        rig.controls().stop(SESSION, false, "enough");

        assertThat(answer.get(60, TimeUnit.SECONDS)).isInstanceOf(RunEvent.Stopped.class);
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        rig.say("then typed");
        assertThat(rig.told(0)).as("nobody knows what it was").containsExactly("user: then typed");
    }

    @Test
    void aGatewayThatStopsWhileItIsHeardHearsItAgain() throws Exception {
        var gate = new Gate();
        rig.transcriber = untilInterrupted(gate, new CountDownLatch(1));
        rig.start();
        rig.speak("bzzz");
        var underWay = rig.goOn();
        gate.awaitSomebody();
        rig.abandon(underWay);
        rig.transcriber = (_, _) -> "water the zinnias";
        rig.restart();

        assertThat(rig.goOn().get(60, TimeUnit.SECONDS).text()).isEqualTo("Done.");
        assertThat(rig.told(0)).containsExactly("user: water the zinnias");
    }

    @Test
    void oneThatIsTooOldIsNotHeardAnyMore() throws Exception {
        rig.transcriber = (_, _) -> "water the zinnias";
        rig.start();
        rig.speak("bzzz");
        clock.pass(Duration.ofHours(25));

        assertThat(rig.goOn().get(60, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(RunEvent.Failed.class, failed -> assertThat(failed.code())
                        .isEqualTo("too_old"));
        assertThat(rig.events(RunEvent.Transcription.class)).isEmpty();
    }

    @Test
    void aSecretThatIsSpokenIsMaskedWhereItIsShown() throws Exception {
        rig.masking = new Masking(List.of("open-sesame"));
        rig.transcriber = (_, _) -> "the word is open-sesame";
        rig.start();
        speak();

        assertThat(rig.events(RunEvent.Transcription.class).getFirst().text()).isEqualTo("the word is ••••");
        assertThat(rig.told(0)).containsExactly("user: the word is open-sesame");
    }

    private RunEvent.Final speak() throws Exception {
        rig.speak("bzzz");
        return rig.goOn().get(60, TimeUnit.SECONDS);
    }

    private static Transcriber untilInterrupted(Gate gate, CountDownLatch interrupted) {
        return (_, _) -> {
            try {
                gate.pass();
                return "";
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        };
    }

    private static void assertFailed(RunEvent.Final end, String words) {
        assertThat(end).isInstanceOfSatisfying(RunEvent.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo("transcription_failed");
            assertThat(failed.text()).contains(words);
        });
    }
}
