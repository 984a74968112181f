package dev.switchboard.terminals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.terminal.TerminalInfo;
import dev.switchboard.core.terminal.TerminalSize;
import dev.switchboard.tools.exec.LinuxProcessGroups;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class PtyTerminalsIT {
    @TempDir
    Path folder = Path.of("");

    /** Nanoseconds that have passed without anybody waiting for them. */
    private final AtomicLong later = new AtomicLong();

    private PtyTerminals terminals;

    @BeforeEach
    void open() {
        terminals = withShell("/bin/bash");
    }

    private PtyTerminals withShell(String shell) {
        return new PtyTerminals(
                folder.resolve("workspace"),
                Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString(), "SHELL", shell, "GIVEN", "yes"),
                folder.resolve("native"),
                new LinuxProcessGroups(),
                Clock.systemUTC(),
                () -> System.nanoTime() + later.get());
    }

    @AfterEach
    void close() {
        terminals.close();
        assertThat(terminals.list()).isEmpty();
    }

    private String create() {
        return terminals.create(null, null, null).id();
    }

    private void type(String id, String line) {
        assertThat(terminals.input(id, line + "\r")).isTrue();
    }

    private Watcher watch(String id) {
        return watch(id, Watcher.quick());
    }

    private Watcher watch(String id, Watcher watcher) {
        assertThat(watcher.watch(terminals, id)).isTrue();
        return watcher;
    }

    private void pass(Duration time) {
        later.addAndGet(time.toNanos());
    }

    /** Numbers that a command has printed behind a word, as in {@code pid=123}. */
    private static List<Long> numbers(Watcher watcher, String word) {
        return Pattern.compile(word + "=(\\d+)")
                .matcher(watcher.text())
                .results()
                .map(match -> Long.valueOf(match.group(1)))
                .toList();
    }

    /** Not so either when nobody has asked yet how it ended. */
    private static boolean isAlive(long pid) {
        try {
            return !Files.readString(Path.of("/proc/%d/stat".formatted(pid))).contains(") Z ");
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void a_terminal_runs_the_shell_in_the_workspace_which_is_made() {
        var info = terminals.create("mine", null, new TerminalSize(10, 40));

        assertThat(info.name()).isEqualTo("mine");
        assertThat(info.workingDir()).isEqualTo(folder.resolve("workspace").toString());
        assertThat(info.id()).matches("session-\\d{13}");
        assertThat(terminals.list()).containsExactly(info);
        assertThat(terminals.find(info.id())).contains(info);
        var watcher = watch(info.id());
        type(info.id(), "echo at=$PWD; echo shell=$SHELL");
        watcher.awaitText("at=" + folder.resolve("workspace")).awaitText("shell=/bin/bash");
    }

    @Test
    void a_user_who_may_not_log_in_gets_a_shell_all_the_same() {
        terminals = withShell("/bin/false");
        var id = create();
        var watcher = watch(id);
        type(id, "echo shell=$SHELL");
        watcher.awaitText("shell=/bin/bash");
    }

    @Test
    void another_folder_is_found_from_the_workspace_or_refused_in_words() throws Exception {
        Files.createDirectories(folder.resolve("workspace/a/b"));
        assertThat(terminals.create(null, "a/b", null).workingDir())
                .isEqualTo(folder.resolve("workspace/a/b").toString());
        assertThat(terminals.create(null, folder.toString(), null).workingDir()).isEqualTo(folder.toString());

        assertThatThrownBy(() -> terminals.create(null, "nowhere", null))
                .isInstanceOf(SwitchboardException.class)
                .hasMessage(
                        "There is no folder %s to start a terminal in.".formatted(folder.resolve("workspace/nowhere")));
        assertThatThrownBy(() -> terminals.create(null, "a\0b", null)).hasMessageContaining("no path");
        assertThatThrownBy(() -> terminals.create("two\nlines", null, null)).hasMessageContaining("on one line");
    }

    @Test
    void whoever_attaches_while_it_prints_sees_every_byte_once() throws Exception {
        var id = create();
        var first = watch(id);
        type(id, "for i in {1..30000}; do echo \"numbered line $i\"; done; echo do''ne; read x; exit");
        var others = new ArrayList<Watcher>();
        for (int i = 0; i < 20; i++) {
            int lines = i * 1000 + 1;
            await().pollInterval(Duration.ofMillis(1))
                    .atMost(Watcher.PATIENCE)
                    .until(() -> first.since(first.first()).length > lines * 15);
            others.add(watch(id));
        }
        first.awaitText("done");
        others.forEach(other -> other.awaitText("done"));
        type(id, "");
        first.awaitExit();

        var lines = first.text()
                .lines()
                .filter(line -> line.startsWith("numbered line "))
                .toList();
        assertThat(lines).hasSize(30_000).last().isEqualTo("numbered line 30000");
        for (var other : others) {
            assertThat(other.awaitExit()).isZero();
            assertThat(other.since(other.first())).isEqualTo(first.since(other.first()));
        }
    }

    @Test
    void a_late_viewer_sees_at_most_the_kept_end() throws Exception {
        var id = create();
        var first = watch(id);
        type(id, "seq 1 500000; echo do''ne");
        first.awaitText("done");

        var late = watch(id).awaitText("do" + "ne");

        assertThat(late.first()).isPositive();
        assertThat(late.since(late.first())).hasSizeLessThanOrEqualTo(2 * 1024 * 1024);
        assertThat(late.text()).contains("done").contains("499999\r\n500000");
    }

    @Test
    void a_character_may_come_in_pieces() {
        var id = create();
        var watcher = watch(id);
        type(id, "stty -echo; printf 'euro=\\xe2\\x82'; read x; printf '\\xac.'");
        watcher.awaitText("euro=");
        await().atMost(Watcher.PATIENCE)
                .until(() -> new String(watcher.since(watcher.first()), StandardCharsets.ISO_8859_1)
                        .endsWith("euro=\u00e2\u0082"));

        var half = terminals.read(id, 0).orElseThrow();
        assertThat(half.text()).endsWith("euro=");

        type(id, "");
        watcher.awaitText("euro=€.");
        assertThat(terminals.read(id, half.next()).orElseThrow().text()).startsWith("€.");
    }

    @Test
    void a_program_sees_the_size_and_its_change() {
        var id = terminals.create(null, null, new TerminalSize(12, 34)).id();
        var watcher = watch(id);
        type(id, "stty size");
        watcher.awaitText("12 34");

        assertThat(terminals.resize(id, new TerminalSize(50, 132))).isTrue();
        type(id, "stty size");
        watcher.awaitText("50 132");
        assertThat(terminals.find(id)).map(TerminalInfo::size).contains(new TerminalSize(50, 132));
    }

    @Test
    void viewers_hear_the_exit_code_after_the_last_byte_and_it_leaves_the_list() throws Exception {
        var id = create();
        var watcher = watch(id);
        type(id, "echo last wo''rds; exit 7");

        assertThat(watcher.awaitExit()).isEqualTo(7);
        assertThat(watcher.text()).contains("last words");
        assertThat(terminals.list()).isEmpty();
        assertThat(terminals.find(id)).isEmpty();
        assertThat(terminals.attach(id, () -> {})).isEmpty();
        assertThat(terminals.input(id, "x")).isFalse();
        assertThat(terminals.resize(id, TerminalSize.DEFAULT)).isFalse();
        assertThat(terminals.close(id)).isFalse();
        assertThat(terminals.read(id, 0)).isEmpty();
    }

    @Test
    void a_shell_that_was_killed_exits_as_shells_tell_it() throws Exception {
        var id = create();
        var watcher = watch(id);
        type(id, "kill -9 $$");
        assertThat(watcher.awaitExit()).isEqualTo(128 + 9);
    }

    @Test
    void a_slow_viewer_holds_the_program_back_and_misses_nothing() throws Exception {
        var id = create();
        var slow = watch(id, Watcher.slow());
        type(id, "seq 1 200000 && exit 3");

        long most = 0;
        while (!slow.exited.isDone()) {
            await().atMost(Watcher.PATIENCE).until(() -> slow.exited.isDone() || slow.unwritten() > Audience.ENOUGH);
            if (most == 0) {
                // Nothing moves until something was written: the program waits.
                long held = slow.unwritten();
                await().during(Duration.ofMillis(300)).until(() -> slow.unwritten() == held);
            }
            most = Math.max(most, slow.unwritten());
            slow.write();
        }

        assertThat(slow.awaitExit()).isEqualTo(3);
        assertThat(most).isLessThan(Audience.ENOUGH + 100 * 1024);
        assertThat(slow.text().lines().filter(line -> line.matches("\\d+")))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 200_000)
                        .mapToObj(Integer::toString)
                        .toList());
    }

    @Test
    void with_nobody_looking_it_goes_on() {
        var id = create();
        type(id, "seq 1 200000; touch do''ne");
        await().atMost(Watcher.PATIENCE).until(() -> Files.exists(folder.resolve("workspace/done")));
        watch(id).awaitText("200000");
    }

    @Test
    void a_viewer_who_stalls_while_another_reads_is_dropped_and_may_come_back() throws Exception {
        var id = create();
        var stalled = watch(id, Watcher.stalled());
        var quick = watch(id);
        type(id, "seq 1 1000000; echo do''ne");

        stalled.awaitDrop();
        quick.awaitText("done");
        assertThat(quick.dropped).isNotDone();

        var back = watch(id).awaitText("done");
        assertThat(back.since(back.first())).isEqualTo(quick.since(back.first()));
        stalled.wake();
        await().atMost(Watcher.PATIENCE).until(stalled.left::isDone);
    }

    @Test
    void a_viewer_who_is_behind_but_not_too_far_gets_everything() {
        var id = create();
        var behind = watch(id, Watcher.stalled());
        var quick = watch(id);
        type(id, "seq 1 300000; echo do''ne");
        quick.awaitText("done");

        behind.wake();

        behind.awaitText("done");
        assertThat(behind.since(behind.first())).isEqualTo(quick.since(behind.first()));
        assertThat(behind.dropped).isNotDone();
    }

    @Test
    void a_program_waits_for_its_only_viewer_for_ten_seconds_without_progress_and_then_goes_on() throws Exception {
        var id = create();
        var only = watch(id, Watcher.slow());
        type(id, "seq 1 200000; touch do''ne");
        await().atMost(Watcher.PATIENCE).until(() -> only.unwritten() > Audience.ENOUGH);

        for (int i = 0; i < 3; i++) {
            pass(Duration.ofSeconds(5));
            long shown = only.since(only.first()).length;
            only.write();
            await().atMost(Watcher.PATIENCE)
                    .until(() -> only.since(only.first()).length > shown && only.unwritten() > Audience.ENOUGH);
        }
        assertThat(only.dropped).as("it is slow, but it reads").isNotDone();
        assertThat(folder.resolve("workspace/done")).doesNotExist();

        pass(Duration.ofSeconds(11));

        only.awaitDrop();
        await().atMost(Watcher.PATIENCE).until(() -> Files.exists(folder.resolve("workspace/done")));
        await().atMost(Watcher.PATIENCE).until(only.left::isDone);
        watch(id).awaitText("200000");
    }

    @Test
    void many_who_stall_are_dropped_together_and_what_they_missed_is_kept_for_nobody() throws Exception {
        var id = create();
        var sleepers = IntStream.range(0, 20)
                .mapToObj(_ -> watch(id, Watcher.stalled()))
                .toList();
        type(id, "seq 1 1000000; touch do''ne");
        await().atMost(Watcher.PATIENCE)
                .until(() -> terminals.read(id, 0).orElseThrow().next() > Audience.ENOUGH);

        pass(Duration.ofSeconds(11));

        for (var sleeper : sleepers) {
            sleeper.awaitDrop();
        }
        await().atMost(Watcher.PATIENCE).until(() -> Files.exists(folder.resolve("workspace/done")));
    }

    @Test
    void a_viewer_that_leaves_stops_nothing_and_holds_nothing_back() {
        var id = create();
        var slow = watch(id, Watcher.slow());
        type(id, "seq 1 200000; echo do''ne");
        await().atMost(Watcher.PATIENCE).until(() -> slow.unwritten() > Audience.ENOUGH);

        slow.close();
        slow.close();

        watch(id).awaitText("done");
        await().atMost(Watcher.PATIENCE).until(slow.left::isDone);
        assertThat(slow.text()).doesNotContain("done");
        slow.write();
        assertThat(slow.exited).isNotDone();
        assertThat(slow.dropped).isNotDone();
    }

    @Test
    void closing_ends_everything_that_was_started_in_it() throws Exception {
        var id = create();
        var watcher = watch(id);
        type(id, "sleep 1000 & echo pi''d=$!; (trap '' HUP; sleep 1001) & echo pi''d=$!; echo pi''d=$$");
        type(id, "nohup sleep 1003 & echo pi''d=$!; sleep 1004");
        await().atMost(Watcher.PATIENCE).until(() -> numbers(watcher, "pid").size() == 4);
        assertThat(numbers(watcher, "pid")).allMatch(PtyTerminalsIT::isAlive);

        assertThat(terminals.close(id)).isTrue();

        assertThat(terminals.list()).isEmpty();
        watcher.awaitExit();
        assertThat(numbers(watcher, "pid")).noneMatch(PtyTerminalsIT::isAlive);
    }

    @Test
    void a_program_that_waits_for_a_slow_viewer_can_be_closed() throws Exception {
        var id = create();
        var slow = watch(id, Watcher.slow());
        type(id, "yes");
        await().atMost(Watcher.PATIENCE).until(() -> slow.unwritten() > Audience.ENOUGH);

        assertThat(terminals.close(id)).isTrue();

        slow.awaitExit();
        assertThat(slow.unwritten()).isLessThan(Audience.ENOUGH + 512 * 1024);
    }

    @Test
    void what_a_shell_leaves_behind_ends_with_it_and_so_does_its_output() throws Exception {
        var id = create();
        var watcher = watch(id);
        type(id, "(trap 'echo bye; exit' HUP; echo pi''d=$BASHPID; while :; do sleep 0.05; done) &");
        await().atMost(Watcher.PATIENCE).until(() -> numbers(watcher, "pid").size() == 1);
        type(id, "disown; exit 4");

        assertThat(watcher.awaitExit()).isEqualTo(4);
        assertThat(watcher.text()).contains("bye");
        assertThat(numbers(watcher, "pid")).noneMatch(PtyTerminalsIT::isAlive);
    }

    @Test
    void a_stranger_that_keeps_the_terminal_open_does_not_keep_it_in_the_list() throws Exception {
        var id = create();
        var watcher = watch(id);
        type(id, "setsid bash -c 'echo pi''d=$$; exec sleep 1005' & sleep 1000");
        await().atMost(Watcher.PATIENCE).until(() -> numbers(watcher, "pid").size() == 1);
        long stranger = numbers(watcher, "pid").getFirst();
        try {
            terminals.close(id);
            watcher.awaitExit();
            assertThat(isAlive(stranger))
                    .as("who has left the session is not ours any more")
                    .isTrue();
        } finally {
            ProcessHandle.of(stranger).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void a_program_that_lets_go_of_its_terminal_is_ended() throws Exception {
        var id = create();
        var watcher = watch(id);
        type(id, "echo pi''d=$$; exec sleep 1006 </dev/null >/dev/null 2>&1");
        watcher.awaitExit();
        assertThat(numbers(watcher, "pid")).hasSize(1).noneMatch(PtyTerminalsIT::isAlive);
    }

    @Test
    void the_environment_is_the_one_given_and_no_file_of_ours_is_open() {
        var id = create();
        var watcher = watch(id);
        type(id, "env -u _ -u SHLVL -u PWD -u OLDPWD | sort; echo fds=$(ls /proc/$$/fd | tr '\\n' ,); echo do''ne");
        watcher.awaitText("done");

        assertThat(watcher.text().lines().filter(line -> line.matches("[A-Z_]+=.*")))
                .containsExactlyInAnyOrder(
                        "GIVEN=yes",
                        "HOME=" + folder,
                        "PATH=" + System.getenv("PATH"),
                        "SHELL=/bin/bash",
                        "TERM=xterm-256color");
        // 255 is what bash keeps of its terminal.
        assertThat(watcher.text()).contains("fds=0,1,2,255,");
    }

    @Test
    void the_33rd_terminal_is_refused_until_another_ends() {
        var ids = IntStream.range(0, 32).mapToObj(_ -> create()).toList();
        assertThat(ids).doesNotHaveDuplicates().isSorted();
        assertThat(terminals.list()).extracting(TerminalInfo::id).isEqualTo(ids);

        assertThatThrownBy(this::create)
                .isInstanceOfSatisfying(
                        SwitchboardException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TERMINAL_LIMIT))
                .hasMessageStartingWith("There are 32 terminals already");

        terminals.close(ids.getFirst());
        await().atMost(Watcher.PATIENCE).ignoreExceptions().until(() -> !create().isEmpty());
    }

    @Test
    void typing_does_not_wait_long_for_a_program_that_does_not_read() throws Exception {
        var id = create();
        var watcher = watch(id);
        type(id, "stty raw -echo; echo rea''dy; exec sleep 1007");
        watcher.awaitText("ready");
        var much = "x".repeat(100_000);

        for (int again = 0; again < 3; again++) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 15; i++) {
                            terminals.input(id, much);
                        }
                    })
                    .isInstanceOfSatisfying(SwitchboardException.class, e -> assertThat(e.code())
                            .isEqualTo(ErrorCode.TERMINAL_INPUT_FULL))
                    .hasMessageContaining("does not read");
        }

        terminals.close(id);
        watcher.awaitExit();
    }

    @Test
    void a_paste_larger_than_what_is_kept_goes_as_fast_as_the_program_reads() {
        var id = create();
        var watcher = watch(id);
        type(id, "stty raw -echo; echo rea''dy; head -c 5000000 | md5sum; stty sane");
        watcher.awaitText("ready");
        for (int i = 0; i < 500; i++) {
            assertThat(terminals.input(id, "0123456789".repeat(1_000))).isTrue();
        }
        watcher.awaitText("130cde57239bd21743ef43742ea3259c  -");
    }

    @Test
    void a_large_paste_arrives_whole() {
        var id = create();
        var watcher = watch(id);
        type(id, "stty raw -echo; echo rea''dy; head -c 900000 | md5sum; stty sane");
        watcher.awaitText("ready");
        assertThat(terminals.input(id, "0123456789".repeat(90_000))).isTrue();
        watcher.awaitText("49b850d321cbe8422f5750513bb4f83b  -");
        assertThat(terminals.find(id)).isPresent();
    }

    @Test
    void a_gateway_that_stops_ends_them_all() throws Exception {
        var watchers = IntStream.range(0, 3)
                .mapToObj(_ -> {
                    var id = create();
                    var watcher = watch(id);
                    type(id, "echo pi''d=$$; trap '' HUP; sleep 1008");
                    await().atMost(Watcher.PATIENCE)
                            .until(() -> numbers(watcher, "pid").size() == 1);
                    return watcher;
                })
                .toList();

        terminals.close();

        for (var watcher : watchers) {
            watcher.awaitExit();
            assertThat(numbers(watcher, "pid")).noneMatch(PtyTerminalsIT::isAlive);
        }
        assertThatThrownBy(this::create).hasMessageContaining("stopping");
    }
}
