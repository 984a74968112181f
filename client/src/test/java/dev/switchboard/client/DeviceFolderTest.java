package dev.switchboard.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceFolderTest {
    @TempDir
    private Path temporary;

    @Test
    void thePeerIdIsMadeOnceAndKept() {
        var id = new DeviceFolder(temporary.resolve("a")).peerId();
        assertThat(id).matches("device-[0-9a-f]{12}");
        assertThat(new DeviceFolder(temporary.resolve("a")).peerId()).isEqualTo(id);
        assertThat(new DeviceFolder(temporary.resolve("b")).peerId()).isNotEqualTo(id);
    }

    @Test
    void nobodyElseReadsIt() throws Exception {
        var folder = temporary.resolve("a");
        new DeviceFolder(folder).peerId();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
    }

    @Test
    void anOutboxBelongsToOneProcessAtATime() {
        var folder = new DeviceFolder(temporary);
        try (var outbox = folder.outbox("desk", Clock.systemUTC())) {
            outbox.outbox().add("mine");
            assertThatThrownBy(() -> folder.outbox("desk", Clock.systemUTC()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another process is connected as desk");
            folder.outbox("shelf", Clock.systemUTC()).close();
        }
        try (var outbox = folder.outbox("desk", Clock.systemUTC())) {
            assertThat(outbox.outbox().unanswered()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/b", "00:1B:44:11:3A:B7", "küche ☕", "x\u00e4x%2F"})
    void anyPeerIdHasAFileOfItsOwn(String peerId) throws Exception {
        try (var outbox = new DeviceFolder(temporary).outbox(peerId, Clock.systemUTC())) {
            outbox.outbox().add("hello");
        }
        try (var files = Files.list(temporary)) {
            assertThat(files.filter(file -> file.toString().endsWith(".jsonl"))).hasSize(1);
        }
    }

    @Test
    void aVeryLongPeerIdHasOneToo() {
        var folder = new DeviceFolder(temporary);
        try (var one = folder.outbox("ü".repeat(119) + "1", Clock.systemUTC());
                var two = folder.outbox("ü".repeat(119) + "2", Clock.systemUTC())) {
            one.outbox().add("one");
            assertThat(two.outbox().unanswered()).isEmpty();
        }
    }
}
