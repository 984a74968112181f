package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.channel.Acknowledgement;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.telemetry.Telemetry;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of messages as files: readable for nobody else, bounded, and never left behind. */
final class AttachmentFilesTest {
    private static final int EACH = 1_000;
    private static final int TOGETHER = 2_500;

    private final Talk anna = Talk.of("anna");
    private TestStore test;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder, TestStore.attaching(EACH, TOGETHER));
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void aFileIsKeptWholeAndForOurselves() throws IOException {
        var kept = keep(EACH);

        assertThat(kept.bytes()).isEqualTo(EACH);
        assertThat(kept.sha256()).hasSize(64);
        var file = test.store().attachments().file(kept);
        assertThat(file).hasSize(EACH);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
                .isEqualTo("rwx------");
    }

    @Test
    void whatIsTooLongIsRefusedInWordsAndLeavesNothing() {
        assertThatExceptionOfType(SwitchboardException.class)
                .isThrownBy(() -> keep(EACH + 1))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID))
                .withMessageContaining("at most 1,000 bytes");
        assertThat(folder()).doesNotExist();
    }

    @Test
    void whatCannotBeWrittenIsRefusedInWordsAndTakesNoRoom() throws IOException {
        Files.writeString(folder(), "in the way");
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(SwitchboardException.class)
                    .isThrownBy(() -> keep(EACH))
                    .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
        }
        Files.delete(folder());
        assertThat(keep(EACH).bytes()).isEqualTo(EACH);
    }

    @Test
    void beyondWhatAllMayHaveThoseGoFirstWhoseMessageIsDone() throws IOException {
        var done = keep(EACH);
        admit("m-1", done);
        var waits = keep(EACH);
        admit("m-2", waits);
        assertThatExceptionOfType(SwitchboardException.class)
                .as("all of them are still wanted")
                .isThrownBy(() -> keep(EACH))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.ATTACHMENTS_FULL));
        assertThat(files()).containsExactlyInAnyOrder(done.file(), waits.file());

        anna.answer(test.store().ledger(), 1, "m-1");
        var next = keep(EACH);
        assertThat(files()).containsExactlyInAnyOrder(waits.file(), next.file());
    }

    @Test
    void whatNoMessageCameOfIsLetGo() throws IOException {
        var runtime = runtime();
        assertThat(send(runtime, "m-1", keep(10), null)).isInstanceOf(Acknowledgement.Judged.class);
        assertThat(files()).hasSize(1);

        send(runtime, "m-1", keep(10), null);
        assertThat(files()).as("a duplicate").hasSize(1);
        assertThat(send(runtime, "m-2", keep(10), "and a text"))
                .isInstanceOfSatisfying(Acknowledgement.Invalid.class, invalid -> assertThat(invalid.why())
                        .contains("cannot come together"));
        assertThat(files()).as("none at all").hasSize(1);
        runtime.drain();
        send(runtime, "m-3", keep(10), null);
        assertThat(files()).as("refused").hasSize(1);
        for (int i = 0; i < 10; i++) {
            send(runtime, "m-1", keep(EACH), null);
        }
        assertThat(files()).as("and its room is given back").hasSize(1);
    }

    @Test
    void whatACrashLeftWithoutAMessageIsRemovedAtTheNextStart() throws IOException {
        var named = keep(10);
        admit("m-1", named);
        keep(EACH);
        keep(EACH);
        test.reopen();

        assertThat(files()).containsExactly(named.file());
        assertThat(keep(EACH).bytes()).as("and its room is free").isEqualTo(EACH);
        assertThat(keep(EACH).bytes()).isEqualTo(EACH);
    }

    @Test
    void itGoesWithThePrivateRecordOfItsRun() throws IOException {
        var old = keep(10);
        admit("m-1", old);
        anna.answer(test.store().ledger(), 1, "m-1");
        test.store().forgetOldRuns();
        assertThat(files()).as("it is not old").containsExactly(old.file());

        test.clock.pass(JournalRetention.KEPT.plusSeconds(1));
        test.store().forgetOldRuns();
        assertThat(files()).isEmpty();
        test.reopen();
        assertThat(test.store().inbox().next(anna.session())).isEmpty();
    }

    private Attachment keep(int bytes) {
        return test.store().attachments().keep(new byte[bytes], "audio/wav", null);
    }

    private void admit(String id, Attachment recording) {
        test.store()
                .inbox()
                .admit(
                        new InboundMessage(
                                anna.message(id, "").identity(), anna.session(), "", Talk.NOON, null, recording),
                        Talk.MAX_WAITING);
    }

    private ChannelRuntime runtime() {
        var store = test.store();
        return new ChannelRuntime(
                store.inbox(),
                store.channelEvents(),
                new LocalBus(),
                new HeldMessages(),
                store.attachments(),
                Telemetry.NONE,
                Clock.systemUTC());
    }

    private static Acknowledgement send(
            ChannelRuntime runtime, String id, Attachment recording, @Nullable String text) {
        var channel = new ChannelSettings(
                "desk", true, "desk", "websocket", "local", "Desk", "default", Duration.ofSeconds(30), 100, null);
        var draft = new Draft("anna", id, text, null, null, null, null, recording, AdmissionTerms.OF_A_PEER);
        try (var acknowledgement = runtime.acceptInbound(channel, draft)) {
            return acknowledgement;
        }
    }

    private Path folder() {
        return test.file().resolveSibling("attachments");
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
