package dev.switchboard.app.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.cli.remote.Holder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    Path temp;

    @Test
    void a_new_folder_belongs_to_its_user_alone() throws IOException {
        Path path = temp.resolve("deep/er/data");

        try (var data = DataFolder.open(path)) {
            assertThat(permissions(data.path())).isEqualTo("rwx------");
            assertThat(permissions(path.resolve("lock"))).isEqualTo("rw-------");
        }
    }

    @Test
    void the_operator_token_is_made_once_and_kept() throws IOException {
        Path path = temp.resolve("data");
        String first;
        try (var data = DataFolder.open(path)) {
            first = data.operatorToken().value();
            assertThat(first).matches("swb_[A-Za-z0-9_-]{43}");
            assertThat(permissions(path.resolve("operator.token"))).isEqualTo("rw-------");
        }
        try (var data = DataFolder.open(path)) {
            assertThat(data.operatorToken().value()).isEqualTo(first);
        }
        assertThat(path).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void a_token_that_others_can_read_is_not_used() throws IOException {
        Path path = temp.resolve("data");
        try (var data = DataFolder.open(path)) {
            data.operatorToken();
            Path file = path.resolve("operator.token");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

            assertThatThrownBy(data::operatorToken)
                    .hasMessageContaining("operator.token can be read by others — run: chmod 600 ");
        }
    }

    @Test
    void an_empty_folder_that_others_can_read_is_closed_to_them() throws IOException {
        Path path = open("data", "rwxr-xr-x");

        try (var data = DataFolder.open(path)) {
            assertThat(permissions(data.path())).isEqualTo("rwx------");
        }
    }

    @Test
    void a_folder_that_only_holds_a_configuration_is_closed_too() throws IOException {
        Path path = open("data", "rwxr-xr-x");
        Files.writeString(path.resolve("config.json"), "{}");

        try (var data = DataFolder.open(path)) {
            assertThat(permissions(data.path())).isEqualTo("rwx------");
        }
    }

    @Test
    void somebodys_home_named_by_accident_is_left_alone() throws IOException {
        Path path = open("home", "rwxr-xr-x");
        Files.writeString(path.resolve("letter.txt"), "Dear …");

        assertThatThrownBy(() -> DataFolder.open(path))
                .hasMessage(path.toRealPath() + " can be read by others and is not a data folder yet"
                        + " — name an empty or new folder with --data");
        assertThat(permissions(path)).isEqualTo("rwxr-xr-x");
    }

    @Test
    void a_file_in_the_folders_place_is_named() throws IOException {
        Path path = Files.writeString(temp.resolve("data"), "");

        assertThatThrownBy(() -> DataFolder.open(path))
                .hasMessageStartingWith("cannot use the data folder " + path)
                .hasMessageEndingWith("check its permissions or choose another with --data");
    }

    @Test
    void a_second_gateway_in_this_process_is_refused_and_does_not_free_the_first() throws Exception {
        Path path = temp.resolve("data");
        try (var data = DataFolder.open(path)) {
            long pid = ProcessHandle.current().pid();
            assertThatThrownBy(() -> DataFolder.open(path))
                    .hasMessage("already running, pid %d, with its data in %s".formatted(pid, data.path()));
            assertThat(DataFolder.holder(path)).isEqualTo(new Holder(pid, null));

            var url = URI.create("http://127.0.0.1:18080");
            data.announce(url);
            assertThat(DataFolder.holder(path)).isEqualTo(new Holder(pid, url));
            assertThat(anotherProcess(data.path()))
                    .isEqualTo("already running, pid %d, at %s, with its data in %s".formatted(pid, url, data.path()));
        }
        assertThat(DataFolder.holder(path)).isNull();
        assertThat(anotherProcess(path)).isEqualTo("opened");
    }

    /** A process of its own that tries to take the folder and prints how it went. */
    static final class Rival {
        public static void main(String[] args) {
            try (var data = DataFolder.open(Path.of(args[0]))) {
                System.out.print(data.path().endsWith("data") ? "opened" : data.path());
            } catch (DataFolderException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    private static String anotherProcess(Path path) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Rival.class.getName(),
                        path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    private Path open(String name, String permissions) throws IOException {
        Path path = Files.createDirectory(temp.resolve(name));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        return path;
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
