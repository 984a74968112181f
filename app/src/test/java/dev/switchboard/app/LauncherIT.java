package dev.switchboard.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code ./switchboard} in a small copy of the project whose Maven is a script: it packs the jars that the real
 * build made, and counts how often it was asked.
 */
class LauncherIT {
    private static final Path PROJECT = Path.of("").toAbsolutePath().resolveSibling("");
    private static final Path REAL_JARS = Path.of("target/switchboard/lib").toAbsolutePath();
    private static final List<String> TOOLS = List.of(
            "sh",
            "cat",
            "cp",
            "date",
            "find",
            "flock",
            "grep",
            "head",
            "ln",
            "mkdir",
            "mv",
            "nice",
            "readlink",
            "rm",
            "sed",
            "setsid",
            "sleep",
            "tail",
            "touch",
            "uname");

    @TempDir
    Path temp;

    private Path root;
    private Path tools;

    record Started(Process process, Path err) {}

    record Outcome(int exitCode, String out, String err) {}

    @BeforeEach
    void makeAProject() throws IOException {
        root = Files.createDirectories(temp.resolve("a project"));
        Files.copy(PROJECT.resolve("switchboard"), root.resolve("switchboard"));
        Files.createDirectories(root.resolve("bin"));
        Files.copy(PROJECT.resolve("bin/jdk.sh"), root.resolve("bin/jdk.sh"));
        Files.writeString(root.resolve("pom.xml"), "");
        Files.createDirectories(root.resolve("app/src/main"));
        Files.writeString(root.resolve("app/src/main/One.java"), "");
        Files.writeString(root.resolve("app/src/main/Two.java"), "");
        makeTools();
    }

    /** Only what the launcher may count on, so that nothing of this machine helps it. */
    private void makeTools() throws IOException {
        tools = Files.createDirectory(temp.resolve("tools"));
        for (String tool : TOOLS) {
            Path path = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin", tool) : Path.of("/bin", tool);
            script(tool, "exec %s \"$@\"".formatted(path));
        }
        maven("""
            echo "[INFO] Building switchboard-core 0.1.0 [3/9]"
            sleep 0.5
            rm -rf '%1$s' && mkdir -p '%1$s'
            cp '%2$s'/*.jar '%1$s'
            """.formatted(root.resolve("app/target/switchboard/lib"), REAL_JARS));
    }

    private void maven(String lines) throws IOException {
        script("mvn", "echo called >>'%s'\n%s".formatted(temp.resolve("calls"), lines));
    }

    private void script(String name, String lines) throws IOException {
        Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + lines);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void it_works_from_another_folder_through_a_symlink_and_keeps_stdout_clean() throws Exception {
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("first"), Path.of("../a project/switchboard"));
        Path link = Files.createSymbolicLink(temp.resolve("second"), elsewhere.resolve("first"));

        Outcome outcome = finish(start(elsewhere, Map.of(), link.toString(), "--version"));

        assertThat(outcome.out()).matches("switchboard \\d+\\.\\d+\\.\\d+\n");
        assertThat(outcome.err().lines())
                .hasSize(2)
                .anyMatch(line -> line.matches("switchboard: building \\(log: .*/\\.build/build\\.log\\)"))
                .anyMatch(line -> line.matches("switchboard: built in \\d+ s"));
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void it_builds_only_when_a_source_was_touched_added_or_removed() throws Exception {
        assertThat(run("--version").exitCode()).isZero();
        assertThat(run("--version").err()).as("nothing changed").isEmpty();
        assertThat(calls()).isEqualTo(1);

        Files.writeString(root.resolve("app/src/main/One.java"), "changed");
        assertThat(run("--version").exitCode()).isZero();
        assertThat(calls()).isEqualTo(2);

        Files.delete(root.resolve("app/src/main/Two.java"));
        assertThat(run("--version").exitCode()).isZero();
        assertThat(run("--version").exitCode()).isZero();
        assertThat(calls()).isEqualTo(3);
    }

    @Test
    void a_later_build_leaves_what_runs_alone() throws Exception {
        run("--version");
        Path running = current();
        Files.writeString(root.resolve("pom.xml"), "changed");
        run("--version");

        assertThat(current()).isNotEqualTo(running);
        assertThat(running).as("the jars of a gateway that was started before").isNotEmptyDirectory();
    }

    @Test
    void starts_at_the_same_time_share_one_build() throws Exception {
        var processes = new ArrayList<Started>();
        for (int i = 0; i < 4; i++) {
            processes.add(start(root, Map.of(), root.resolve("switchboard").toString(), "--version"));
        }
        for (Started process : processes) {
            Outcome outcome = finish(process);
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.out()).startsWith("switchboard ");
        }
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void a_build_that_fails_shows_why_and_where_to_read_on() throws Exception {
        maven("echo '[ERROR] One.java:[1,1] class expected'\nexit 1\n");

        Outcome outcome = run("--version");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("[ERROR] One.java:[1,1] class expected")
                .endsWith("switchboard: the build failed — the whole log is %s\n"
                        .formatted(root.resolve(".build/build.log")));
    }

    @Test
    void without_maven_it_says_what_to_install() throws Exception {
        Files.delete(tools.resolve("mvn"));

        assertThat(run("--version"))
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "switchboard: Maven is needed to build — install it (apt-get install maven, brew"
                                + " install maven)\n"));
    }

    @Test
    void without_a_jdk_25_it_says_what_to_install() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        Path older = Files.createDirectories(empty.resolve("jdk-21/bin"));
        for (String program : List.of("java", "javac")) {
            assertThat(Files.createFile(older.resolve(program)).toFile().setExecutable(true))
                    .isTrue();
        }
        Files.writeString(empty.resolve("jdk-21/release"), "JAVA_VERSION=\"21.0.2\"\n");

        Outcome outcome = finish(start(
                root,
                Map.of("JAVA_HOME", empty.toString(), "SWITCHBOARD_JDKS", empty.toString()),
                root.resolve("switchboard").toString(),
                "--version"));

        assertThat(outcome)
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "switchboard: no JDK 25 found (looked at JAVA_HOME, PATH, /usr/lib/jvm, ~/.sdkman) —"
                                + " install one, for example Temurin 25 from https://adoptium.net, or with: sdk"
                                + " install java 25-tem\n"));
    }

    @Test
    void a_jdk_25_is_found_where_jdks_lie() throws Exception {
        Path jdks = Path.of(System.getProperty("java.home")).resolveSibling("");

        Outcome outcome = finish(start(
                root,
                Map.of("JAVA_HOME", "", "SWITCHBOARD_JDKS", jdks.toString()),
                root.resolve("switchboard").toString(),
                "--version"));

        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    }

    @Test
    void signals_reach_the_program_because_the_launcher_becomes_it() throws Exception {
        run("--version");
        Path pipe = temp.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        Process process = start(
                        root, Map.of(), root.resolve("switchboard").toString(), "config", "--config", pipe.toString())
                .process();
        // Open as soon as the program reads it, which then waits for what nobody writes.
        try (var _ = Files.newOutputStream(pipe)) {
            assertThat(process.info().command().orElse("")).endsWith("/bin/java");
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(process.exitValue()).isEqualTo(128 + 15);
    }

    @Test
    void a_gateway_starts_with_the_native_libraries_unpacked_by_its_build() throws Exception {
        assertThat(run("--version").exitCode()).isZero();

        assertThat(current().resolve("native")).isDirectoryContaining("glob:**/libsqlitejdbc.so");
        aGatewayStarts();
    }

    @Test
    void a_gateway_starts_where_its_build_unpacks_no_native_libraries() throws Exception {
        script("uname", "echo Darwin");
        assertThat(run("--version").err().lines()).as("nothing but the build").hasSize(2);

        assertThat(current().resolve("native")).isEmptyDirectory();
        aGatewayStarts();
    }

    /** And whoever reads its log finds nothing but the log. */
    private void aGatewayStarts() throws IOException {
        Path data = Files.createTempDirectory(temp, "data");
        Started gateway = start(
                root,
                Map.of(),
                root.resolve("switchboard").toString(),
                "serve",
                "--port",
                "0",
                "--data",
                data.toString());
        try (var out = gateway.process().inputReader()) {
            assertThat(out.readLine()).contains("is running");
        } finally {
            gateway.process().destroy();
        }
        assertThat(Files.readAllLines(gateway.err())).isNotEmpty().allMatch(line -> line.matches("\\d{4}-.* INFO .*"));
    }

    private Path current() throws IOException {
        return root.resolve(".build/run")
                .resolve(Files.readString(root.resolve(".build/current")).strip());
    }

    private long calls() throws IOException {
        return Files.readAllLines(temp.resolve("calls")).size();
    }

    private Outcome run(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(root.resolve("switchboard").toString()));
        command.addAll(List.of(arguments));
        return finish(start(root, Map.of(), command.toArray(String[]::new)));
    }

    private Started start(Path folder, Map<String, String> environment, String... command) throws IOException {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("HOME", temp.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SWITCHBOARD_AOT", "off");
        builder.environment().putAll(environment);
        Path err = Files.createTempFile(temp, "err", null);
        return new Started(builder.redirectError(err.toFile()).start(), err);
    }

    private static Outcome finish(Started started) throws Exception {
        String out = new String(started.process().getInputStream().readAllBytes(), UTF_8);
        assertThat(started.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Outcome(started.process().exitValue(), out, Files.readString(started.err()));
    }
}
