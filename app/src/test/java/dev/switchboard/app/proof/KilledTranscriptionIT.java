package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.speech.Transcriber;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a gateway that has taken a recording, at every moment that matters; the next one goes on with it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KilledTranscriptionIT {
    private static final String SOUND = "bzzz";

    @TempDir
    Path data;

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Test
    void aRecordingThatWasAcknowledgedIsMadeATextByTheNextGateway() throws Exception {
        killAfter(ListeningGateway.TRANSCRIBER_ASKED, ListeningGateway.SILENT, ListeningGateway.SILENT);

        try (var gateway = new ListeningGateway(data, hears("water the zinnias"), ScriptedModel.echo())) {
            assertThat(awaitEnd(gateway).text()).isEqualTo("echo: water the zinnias");
            assertThat(heard).containsExactly(SOUND);
            assertThat(events(gateway, RunEvent.Transcription.class))
                    .singleElement()
                    .satisfies(told -> assertThat(told.messageSeq()).isEqualTo(1));
            assertThat(events(gateway, RunEvent.RunStarted.class))
                    .extracting(RunEvent.RunStarted::attempt)
                    .containsExactly(1, 2);
            assertThat(gateway.say("m-1", SOUND)).isInstanceOf(Admission.Answered.class);
        }
    }

    @Test
    void aTextThatWasCommittedIsNotMadeAgain() throws Exception {
        killAfter(ListeningGateway.MODEL_ASKED, "water the zinnias", ListeningGateway.SILENT);

        try (var gateway = new ListeningGateway(data, hears("something else"), ScriptedModel.echo())) {
            assertThat(awaitEnd(gateway).text()).isEqualTo("echo: water the zinnias");
            assertThat(heard).isEmpty();
            assertThat(events(gateway, RunEvent.Transcription.class))
                    .singleElement()
                    .satisfies(told -> assertThat(told.text()).isEqualTo("water the zinnias"));
        }
    }

    @Test
    void whoeverSendsItAgainWhileNobodyHasHeardItIsTheSame() throws Exception {
        killAfter(ListeningGateway.TRANSCRIBER_ASKED, ListeningGateway.SILENT, ListeningGateway.SILENT);

        try (var gateway = new ListeningGateway(data, (_, _) -> forEver(), ScriptedModel.echo())) {
            assertThat(gateway.say("m-1", SOUND)).isEqualTo(new Admission.Running(ListeningGateway.SESSION, false));
            assertThat(gateway.say("m-1", "another sound"))
                    .isEqualTo(new Admission.Running(ListeningGateway.SESSION, true));
        }
        try (var files = Files.list(data.resolve("attachments"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aRecordingThatIsGoneEndsItsMessageInWords() throws Exception {
        killAfter(ListeningGateway.TRANSCRIBER_ASKED, ListeningGateway.SILENT, ListeningGateway.SILENT);
        try (var files = Files.list(data.resolve("attachments"))) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }

        try (var gateway = new ListeningGateway(data, hears("nothing"), ScriptedModel.echo())) {
            assertThat(awaitEnd(gateway)).isInstanceOfSatisfying(RunEvent.Failed.class, failed -> {
                assertThat(failed.code()).isEqualTo("transcription_failed");
                assertThat(failed.text()).contains("gone or cannot be read", "record it again");
            });
            assertThat(heard).isEmpty();
        }
    }

    /** A gateway in a process of its own, which is sent a recording and killed when it says this. */
    private void killAfter(String moment, String transcriber, String model) throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ListeningGateway.class.getName(),
                        data.toString(),
                        transcriber,
                        model,
                        SOUND)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var said = process.inputReader()) {
            boolean begun = false;
            boolean reached = false;
            while (!begun || !reached) {
                var line = said.readLine();
                assertThat(line).as("it ended by itself").isNotNull();
                begun |= line.equals(ListeningGateway.BEGUN);
                reached |= line.equals(moment);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private Transcriber hears(String text) {
        return (_, file) -> {
            heard.add(read(file));
            return text;
        };
    }

    private static String forEver() throws InterruptedException {
        Thread.sleep(Duration.ofMinutes(10));
        return "";
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static RunEvent.Final awaitEnd(ListeningGateway gateway) {
        return await().atMost(Duration.ofSeconds(60))
                .until(() -> events(gateway, RunEvent.Final.class), ends -> !ends.isEmpty())
                .getFirst();
    }

    private static <E extends RunEvent> List<E> events(ListeningGateway gateway, Class<E> kind) {
        return gateway.store().ledger().after(ListeningGateway.SESSION, 0, 500).stream()
                .map(recorded -> recorded.event())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }
}
