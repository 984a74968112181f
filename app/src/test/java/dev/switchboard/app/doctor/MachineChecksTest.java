package dev.switchboard.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.app.doctor.Finding.Wrong;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineChecksTest {
    @TempDir
    Path temp;

    @Test
    void another_java_is_named_with_the_way_to_the_right_one() {
        assertThat(MachineChecks.jdk(Runtime.Version.parse("21.0.2")))
                .isEqualTo(new Wrong("this is Java 21", "install a JDK 25 and start with ./switchboard"));
    }

    @Test
    void a_full_disk_is_seen_before_it_hurts() {
        assertThat(MachineChecks.disk(100_000_000L))
                .isEqualTo(new Wrong("0.1 GB free", "free some space, or move the data folder with --data"));
        assertThat(MachineChecks.disk(2_000_000_000L)).isEqualTo(new Finding.Fine("2.0 GB free"));
    }

    @Test
    void a_file_where_the_folder_should_be_is_seen() throws Exception {
        Path file = Files.writeString(temp.resolve("data"), "");

        assertThat(MachineChecks.dataFolder(file))
                .isEqualTo(new Wrong(file + " is a file", "choose a folder with --data or SWITCHBOARD_DATA"));
        assertThat(MachineChecks.dataFolder(file.resolve("below")))
                .isEqualTo(new Wrong("cannot be made in " + file, "choose another with --data or SWITCHBOARD_DATA"));
    }

    @Test
    void a_host_that_nobody_knows_is_seen() throws Exception {
        var server = new ServerConfig("nowhere.invalid", 1, null, null, List.of(), List.of(), true, null);

        assertThat(MachineChecks.port(server, temp))
                .isEqualTo(
                        new Wrong("nowhere.invalid is not a name this machine knows", "correct server.host or --host"));
    }
}
