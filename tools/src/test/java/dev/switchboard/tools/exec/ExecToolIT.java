package dev.switchboard.tools.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ProcessJournal;
import dev.switchboard.tools.Calls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

@Timeout(300)
class ExecToolIT {
    @TempDir
    Path parent = Path.of("");

    private Path workspace = Path.of("");
    private Path outputs = Path.of("");
    private ExecTool exec = new ExecTool(Map.of(), outputs);
    private Calls calls = new Calls(workspace);

    @BeforeEach
    void makeWorkspace() throws IOException {
        workspace = Files.createDirectory(parent.resolve("workspace"));
        outputs = parent.resolve("output");
        exec = new ExecTool(System.getenv(), outputs);
        calls = new Calls(workspace);
    }

    @Test
    void a_command_gives_its_exit_code_and_what_it_wrote() throws Exception {
        assertThat(run("echo hello"))
                .isEqualTo(Calls.json("{'ok':true,'exitCode':0,'stdout':'hello\\n','truncated':false}"));
        assertThat(run("echo no; exit 3"))
                .isEqualTo(Calls.json("{'ok':false,'exitCode':3,'stdout':'no\\n','truncated':false,"
                        + "'error':'the command ended with exit code 3'}"));
        assertThat(calls.started).hasSize(2).isEqualTo(calls.ended);
    }

    @Test
    void a_program_that_is_not_there_is_what_the_shell_says() throws Exception {
        var result = run("no-such-program-here");
        assertThat(result.path("exitCode").asInt()).isEqualTo(127);
        assertThat(result.path("stdout").asString()).contains("no-such-program-here", "not found");
    }

    @Test
    void a_signal_is_told_as_shells_do() throws Exception {
        assertThat(run("kill -9 $$").path("exitCode").asInt()).isEqualTo(128 + 9);
    }

    @Test
    void both_outputs_come_in_the_order_of_writing() throws Exception {
        assertThat(stdout("for i in 1 2 3 4 5; do echo out$i; echo err$i >&2; done"))
                .isEqualTo("out1\nerr1\nout2\nerr2\nout3\nerr3\nout4\nerr4\nout5\nerr5\n");
    }

    @Test
    void there_is_no_input() throws Exception {
        assertThat(stdout("cat; read x || echo end")).isEqualTo("end\n");
    }

    @Test
    void a_command_arrives_letter_for_letter() throws Exception {
        var word = "quo'te dou\"ble back\\slash \\0101 per%cent $HOME `tick` grün 😀 \ttab";
        assertThat(stdout("cat <<'END'\n" + word + "\nEND\n")).isEqualTo(word + "\n");
    }

    @Test
    void the_environment_is_the_one_given_and_a_dumb_terminal() throws Exception {
        var environment = new HashMap<String, String>();
        environment.put("PATH", System.getenv("PATH"));
        environment.put("GIVEN", "yes");
        var names =
                calls.call(new ExecTool(environment, outputs), Calls.json("{'command':'env | grep -v ^_= | sort'}"));
        assertThat(names.path("stdout")
                        .asString()
                        .lines()
                        .filter(line -> !line.matches("(PWD|OLDPWD|SHLVL|PATH|SWITCHBOARD_CALL)=.*")))
                .containsExactly("GIVEN=yes", "TERM=dumb");
    }

    @Test
    void it_runs_in_the_workspace_or_a_folder_of_it() throws Exception {
        Files.createDirectories(workspace.resolve("a/b"));
        Files.writeString(workspace.resolve("file"), "");

        assertThat(stdout("pwd")).isEqualTo(workspace.toRealPath() + "\n");
        assertThat(in("a/b", "pwd").path("stdout").asString()).isEqualTo(workspace.toRealPath() + "/a/b\n");
        assertThat(in("..", "pwd").path("error").asString()).contains(".. leads out of the workspace");
        assertThat(in("/tmp", "pwd").path("error").asString()).contains("/tmp leads out of the workspace");
        assertThat(in("missing", "pwd").path("error").asString()).contains("cwd", "missing is not there");
        assertThat(in("file", "pwd").path("error").asString()).contains("cwd", "must be a folder");
        assertThat(calls.started).as("commands begun").hasSize(2);
    }

    @Test
    void files_that_a_command_names_are_mentioned() throws Exception {
        Files.createDirectories(workspace.resolve("src/in"));
        Files.writeString(workspace.resolve("src/a.txt"), "");
        Files.writeString(workspace.resolve("src/in/with space.txt"), "");
        Files.writeString(parent.resolve("outside.txt"), "");

        assertThat(run("cat src/a.txt --x=src/a.txt:12 src ../outside.txt 'src/in/with space.txt' nothing;"
                                + " echo>made.txt")
                        .path("mentionedPaths"))
                .isEqualTo(Calls.json("{'x':["
                                + "{'path':'src/a.txt','viewerPath':'src/a.txt'},"
                                + "{'path':'made.txt','viewerPath':'made.txt'},"
                                + "{'path':'src/in/with space.txt','viewerPath':'src/in/with space.txt'}]}")
                        .path("x"));
        assertThat(in("src", "cat a.txt").path("mentionedPaths").path(0))
                .isEqualTo(Calls.json("{'path':'a.txt','viewerPath':'src/a.txt'}"));
        assertThat(run("true").has("mentionedPaths")).isFalse();
    }

    @Test
    void time_over_ends_everything_and_keeps_what_was_written() throws Exception {
        var result = calls.call(
                exec,
                Calls.json("{'timeoutSeconds':1}")
                        .put(
                                "command",
                                "echo $BASHPID; timeout 300 sleep 300 & (sleep 300 & echo $!; wait) & echo $!; wait"));

        assertThat(result.path("ok").booleanValue()).isFalse();
        assertThat(result.path("exitCode").asInt()).isEqualTo(-1);
        assertThat(result.path("error").asString()).startsWith("ended after 1 s without finishing");
        assertThat(result.path("stdout").asString().lines())
                .hasSize(3)
                .allSatisfy(pid -> assertGone(Long.parseLong(pid)));
        assertSessionIsGone(calls.started.getFirst());
        assertThat(calls.ended).isEqualTo(calls.started);
    }

    @Test
    void who_ignores_the_friendly_signal_is_ended_all_the_same() throws Exception {
        calls.call(
                exec, Calls.json("{'timeoutSeconds':1}").put("command", "trap '' TERM; while :; do sleep 300; done"));
        assertSessionIsGone(calls.started.getFirst());
    }

    @Test
    void an_interrupt_ends_it_and_leaves_it_time_to_clean_up() throws Exception {
        var began = workspace.resolve("began");
        var call = new FutureTask<>(
                () -> run("trap 'echo cleaned > cleaned; exit' TERM; touch began; while :; do sleep 0.05; done"));
        var thread = Thread.ofVirtual().start(call);
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(began));

        thread.interrupt();

        assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertSessionIsGone(calls.started.getFirst());
        assertThat(workspace.resolve("cleaned"))
                .as("there was time to clean up")
                .exists();
    }

    @Test
    void a_killed_run_gives_no_time_to_clean_up() throws Exception {
        var call = new FutureTask<>(
                () -> run("trap 'echo cleaned > cleaned; exit' TERM; touch began; while :; do sleep 0.05; done"));
        var thread = Thread.ofVirtual().start(call);
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(workspace.resolve("began")));

        calls.killed.set(true);
        thread.interrupt();

        assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
        assertSessionIsGone(calls.started.getFirst());
        assertThat(workspace.resolve("cleaned")).doesNotExist();
    }

    @Test
    void what_is_left_in_the_background_is_ended_and_nobody_waits_for_it() throws Exception {
        long start = System.nanoTime();
        var result = run("sleep 300 & echo $!");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(200));
        assertThat(result.path("ok").booleanValue()).isTrue();
        assertGone(Long.parseLong(result.path("stdout").asString().strip()));
    }

    @Test
    void a_daemon_that_left_the_session_with_the_output_holds_up_nobody_and_is_ended() throws Exception {
        long start = System.nanoTime();
        var result = run("setsid sleep 300 & echo $!");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(200));
        assertGone(Long.parseLong(result.path("stdout").asString().strip()));
        assertThat(result.has("note")).isFalse();
        var threads = "exec-output-" + calls.started.getFirst().id();
        await().atMost(Duration.ofSeconds(60)).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals(threads)));
    }

    @Test
    void time_over_ends_what_has_left_the_session_twice_and_does_not_listen() throws Exception {
        Files.writeString(
                workspace.resolve("daemon.sh"),
                "trap '' TERM; exec > /dev/null 2>&1; echo $$ > daemon; while :; do sleep 300; done");
        var result = calls.call(
                exec,
                Calls.json("{'timeoutSeconds':2}")
                        .put("command", "setsid sh -c '(setsid sh daemon.sh &)' & sleep 300"));

        assertThat(result.path("error").asString()).startsWith("ended after 2 s");
        assertGone(Long.parseLong(Files.readString(workspace.resolve("daemon")).strip()));
        assertThat(result.has("note")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env -u SWITCHBOARD_CALL setsid sleep 300 & echo $!",
                "env -i setsid sleep 300 & echo $!",
                // Without any of what a daemon throws away: environment, session, parent, folder, files.
                "(cd / && exec env -i setsid sh -c 'echo $$; exec sleep 300 <&- >&- 2>&-' &)",
                // Lowers what is in force, and leaves what may be.
                "ulimit -S -m 1000000; env -i setsid sleep 300 & echo $!",
            })
    void what_dropped_its_environment_and_left_the_session_is_ended_too(String command) throws Exception {
        var result = run(command);

        assertGone(Long.parseLong(result.path("stdout").asString().strip()));
        assertThat(result.has("note")).isFalse();
    }

    @Test
    void a_command_is_not_limited_by_its_mark() throws Exception {
        assertThat(stdout("seq 3 | sort -r; ulimit -S -m")).matches("3\\n2\\n1\\n\\d{15,}\\n");
    }

    @Test
    void a_command_does_not_know_the_mark_of_another() throws Exception {
        var one = stdout("echo $SWITCHBOARD_CALL");
        assertThat(one).hasSize(33).isNotEqualTo(stdout("echo $SWITCHBOARD_CALL"));
    }

    @Test
    void what_the_system_does_not_let_us_see_is_said_to_be_possibly_left() throws Exception {
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "the number of the system's call");
        assumeTrue(run("perl -e 1").path("ok").booleanValue(), "there is perl");
        // PR_SET_DUMPABLE: a process may forbid others to look at it, as those do that hold keys.
        Files.writeString(
                workspace.resolve("hide.pl"), "syscall(157, 4, 0); open(F, '>hidden'); print F $$; close F; sleep 300");

        var result = run("setsid perl hide.pl & while [ ! -s hidden ]; do sleep 0.05; done");

        long hidden = Long.parseLong(Files.readString(workspace.resolve("hidden")));
        try {
            // Whoever may look at everything finds it, and ends it.
            assertThat(result.path("note").asString("").contains("may still be running"))
                    .isEqualTo(!isGone(hidden));
        } finally {
            ProcessHandle.of(hidden).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void what_children_say_after_the_shell_ended_is_heard() throws Exception {
        assertThat(stdout("echo first; { while kill -0 $$ 2>&-; do sleep 0.01; done; echo second; echo third; } &"))
                .isEqualTo("first\nsecond\nthird\n");
    }

    @Test
    void of_fifty_megabytes_the_ends_are_held_and_much_is_in_a_file() throws Exception {
        var fifty = Calls.json("{}").put("command", "head -c 50000000 /dev/zero | tr '\\0' 'x'; echo; echo the end");
        var result = calls.call(exec, fifty);

        assertThat(result.path("ok").booleanValue()).isTrue();
        assertThat(result.path("truncated").booleanValue()).isTrue();
        assertThat(result.path("bytes").asLong()).isEqualTo(50_000_009);
        var ends = result.path("stdout").asString();
        assertThat(ends.length()).isBetween(2 * Output.END, Output.HELD);
        assertThat(ends).endsWith("x\nthe end\n");
        assertThat(ends).contains("\n[... " + (50_000_009 - 2 * Output.END) + " bytes left out ...]\n");

        var text = calls.output(exec, fifty);
        assertThat(text.length()).isBetween(Output.HEAD + Output.TAIL, Output.HEAD + Output.TAIL + 100);
        assertThat(text.endsWith("x\nthe end\n")).isTrue();
        assertThat(text.contains("\n[... " + (50_000_009 - Output.HEAD - Output.TAIL) + " bytes left out ...]\n"))
                .isTrue();
    }

    @Test
    void long_output_is_in_a_file_that_nobody_else_can_open_and_no_crash_leaves_behind() throws Exception {
        var call = new FutureTask<>(() -> run("head -c 100000 /dev/zero; touch began; sleep 300"));
        var thread = Thread.ofVirtual().start(call);
        await().atMost(Duration.ofSeconds(10)).until(() -> Files.exists(outputs));

        assertThat(Files.getPosixFilePermissions(outputs)).hasSize(3);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(outputs).isEmptyDirectory());

        thread.interrupt();
        assertThatThrownBy(() -> call.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void output_that_cannot_be_kept_is_told_by_its_ends() throws Exception {
        Files.writeString(outputs, "in the way");

        var result = run("echo first; head -c 1000000 /dev/zero | tr '\\0' 'x'; echo last");

        assertThat(result.path("ok").booleanValue()).isTrue();
        assertThat(result.path("stdout").asString()).startsWith("first\n").endsWith("last\n");
        assertThat(result.path("note").asString()).startsWith("What was left out could not be kept: ");
    }

    @Test
    void a_character_written_in_two_parts_is_one() throws Exception {
        assertThat(stdout("printf '\\303'; sleep 0.2; printf '\\274'")).isEqualTo("ü");
    }

    @Test
    void the_group_is_recorded_before_the_command_begins() throws Exception {
        var made = workspace.resolve("made");
        var recorded = new CompletableFuture<ProcessGroup>();
        var journal = new ProcessJournal() {
            @Override
            public void starting(ProcessGroup group) {
                // Long enough for a command that did not wait.
                await().during(Duration.ofMillis(300))
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> !Files.exists(made));
                recorded.complete(group);
            }

            @Override
            public void ended(ProcessGroup group) {
                assertThat(recorded).isCompletedWithValue(group);
            }
        };

        var result = calls.with(journal).call(exec, Calls.json("{'command':'echo $$; touch made'}"));

        assertThat(made).exists();
        assertThat(result.path("stdout").asString().strip())
                .as("the leader of the group is the command's shell")
                .isEqualTo(Long.toString(recorded.join().id()));
    }

    @Test
    void a_group_that_cannot_be_recorded_never_begins() throws Exception {
        var seen = new CompletableFuture<ProcessGroup>();
        var journal = new ProcessJournal() {
            @Override
            public void starting(ProcessGroup group) {
                seen.complete(group);
                throw new IllegalStateException("the disk is full");
            }

            @Override
            public void ended(ProcessGroup group) {
                throw new AssertionError("it was never recorded");
            }
        };

        assertThatThrownBy(() -> calls.with(journal).call(exec, Calls.json("{'command':'touch made'}")))
                .hasMessage("the disk is full");

        await().atMost(Duration.ofSeconds(60)).until(() -> isGone(seen.join().id()));
        assertThat(workspace.resolve("made")).doesNotExist();
    }

    @Test
    void wrong_arguments_are_named() throws Exception {
        assertThat(error("{}")).isEqualTo("command is required; given: nothing");
        assertThat(error("{'command':['ls']}")).isEqualTo("command must be a text");
        assertThat(error("{'command':' '}")).isEqualTo("command must not be empty");
        assertThat(error("{'command':'a\\u0000b'}")).isEqualTo("command must not have a zero character");
        assertThat(error("{'command':'ls','timeoutSeconds':0}"))
                .isEqualTo("timeoutSeconds must be from 1 to 3600; was 0");
        assertThat(error("{'command':'ls','timeoutSeconds':3601}")).contains("was 3601");
        assertThat(error("{'command':'" + "x".repeat(128 * 1024) + "'}")).contains("longer than 128 KiB", "write");
    }

    @Test
    void the_longest_command_is_run() throws Exception {
        var longest = "echo " + "x".repeat(128 * 1024 - 1 - 5);
        assertThat(calls.output(exec, Calls.json("{}").put("command", longest))).hasSize(128 * 1024 - 5);
    }

    @Test
    void events_and_allow_rules_see_the_command() {
        var arguments = Calls.json("{'command':'ls','cwd':'a','timeoutSeconds':5,'other':1}");

        assertThat(exec.effect()).isEqualTo(Effect.EXECUTE);
        assertThat(exec.command(arguments)).contains("ls");
        assertThat(exec.command(Calls.json("{'command':5}"))).isEmpty();
        assertThat(exec.shown(arguments)).isEqualTo(Calls.json("{'command':'ls','cwd':'a','timeoutSeconds':5}"));
        assertThat(exec.shown(Calls.json("{'command':'ls'}"))).isEqualTo(Calls.json("{'command':'ls'}"));
    }

    private ObjectNode run(String command) throws InterruptedException {
        return calls.call(exec, Calls.json("{}").put("command", command));
    }

    private ObjectNode in(String folder, String command) throws InterruptedException {
        return calls.call(exec, Calls.json("{}").put("command", command).put("cwd", folder));
    }

    private String stdout(String command) throws InterruptedException {
        return run(command).path("stdout").asString();
    }

    private String error(String arguments) throws InterruptedException {
        var result = calls.call(exec, arguments);
        assertThat(result.path("ok").booleanValue()).isFalse();
        return result.path("error").asString();
    }

    private static boolean isGone(long pid) {
        return ProcStat.read(pid).filter(ProcStat::alive).isEmpty();
    }

    private static void assertGone(long pid) {
        assertThat(isGone(pid)).as("process %d is gone", pid).isTrue();
    }

    private static void assertSessionIsGone(ProcessGroup group) throws IOException {
        assertThat(ProcStat.all()).noneMatch(process -> process.session() == group.id() && process.alive());
    }
}
