package dev.switchboard.tools.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.tool.ProcessGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class LinuxProcessGroupsIT {
    /** Leads a session with a member, and another in a group of its own; ends when its input does. */
    private static final String LEADER = "sleep 300 & timeout 300 sleep 300 & echo ready; read x";

    private final LinuxProcessGroups groups = new LinuxProcessGroups();
    private @Nullable ProcessGroup started;

    @TempDir
    Path folder = Path.of("");

    @AfterEach
    void endWhatIsLeft() {
        if (started != null) {
            groups.end(started);
        }
    }

    @Test
    void a_recorded_group_is_ended_with_all_groups_of_its_session() throws Exception {
        var leader = lead();
        var group = LinuxProcessGroups.ledBy(leader.pid());
        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        session(group).stream().map(ProcStat::group).distinct().count() == 2);

        groups.end(group);

        assertThat(session(group)).isEmpty();
        assertThat(leader.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_group_with_another_start_is_left_alone() throws Exception {
        var leader = lead();
        var group = LinuxProcessGroups.ledBy(leader.pid());
        var boot = group.started().substring(0, group.started().indexOf(':') + 1);
        long ticks = Long.parseLong(group.started().substring(boot.length()));
        var before = session(group).stream().map(ProcStat::pid).toList();

        groups.end(new ProcessGroup(group.id(), boot + (ticks - 1)));
        groups.end(new ProcessGroup(group.id(), boot + (ticks + 1)));
        groups.end(new ProcessGroup(group.id(), "another-boot:" + ticks));

        // Others may have joined meanwhile; nobody has left.
        assertThat(session(group)).extracting(ProcStat::pid).containsAll(before);
        assertThat(leader.isAlive()).isTrue();
    }

    @Test
    void members_are_ended_also_when_their_leader_is_gone() throws Exception {
        var leader = lead();
        var group = LinuxProcessGroups.ledBy(leader.pid());
        leader.getOutputStream().close();
        assertThat(leader.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(session(group)).as("members without their leader").isNotEmpty();

        // Recorded before the first process of this container: of another one that had the same numbers.
        groups.end(new ProcessGroup(group.id(), group.started().replaceFirst(":.*", ":-1")));
        assertThat(session(group)).isNotEmpty();

        groups.end(group);
        assertThat(session(group)).isEmpty();
    }

    @Test
    void a_group_that_is_gone_is_no_trouble() throws Exception {
        var process = new ProcessBuilder("setsid", "sleep", "300").start();
        var group = LinuxProcessGroups.ledBy(process.pid());
        process.destroyForcibly();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

        groups.end(group);
        assertThat(groups.end(group, Duration.ofSeconds(1), () -> false)).isTrue();
    }

    @Test
    void hanging_up_reaches_those_who_are_stopped_and_ends_those_who_do_not_care() throws Exception {
        var leader = new ProcessBuilder(
                        "setsid", "sh", "-c", "sleep 300 & kill -STOP $!; trap '' HUP; sleep 301 & echo ready; wait")
                .start();
        var group = groups.of(leader.pid()).orElseThrow();
        started = group;
        assertThat(leader.inputReader().readLine()).isEqualTo("ready");

        assertThat(groups.hangUp(group, Duration.ofMillis(200))).isTrue();

        assertThat(session(group)).isEmpty();
        assertThat(leader.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(groups.of(leader.pid())).isEmpty();
    }

    @Test
    void nobody_signals_everybody() {
        for (long number : List.of(-1L, 0L, 1L)) {
            assertThatThrownBy(() -> Signals.send(number, Signals.TERM)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Signals.sendToGroup(number, Signals.TERM))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_command_never_begins_when_the_gateway_dies_while_recording_it() throws Exception {
        var gateway = DyingGateway.start(folder, "while-recording");
        assertThat(gateway.waitFor(60, TimeUnit.SECONDS)).isTrue();

        var group = DyingGateway.recorded(folder);
        await().atMost(Duration.ofSeconds(60)).until(() -> session(group).isEmpty());
        assertThat(folder.resolve("began")).doesNotExist();
    }

    @Test
    void the_next_gateway_ends_what_a_dead_one_has_left() throws Exception {
        var gateway = DyingGateway.start(folder, "later");
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(folder.resolve("began")));
        gateway.destroyForcibly();
        assertThat(gateway.waitFor(60, TimeUnit.SECONDS)).isTrue();
        var group = DyingGateway.recorded(folder);
        started = group;
        assertThat(session(group)).as("what the dead gateway has left").isNotEmpty();
        long daemon = Long.parseLong(Files.readString(folder.resolve("daemon")).strip());
        assertThat(ProcStat.read(daemon)).hasValueSatisfying(process -> assertThat(process.session())
                .as("it has left the session")
                .isNotEqualTo(group.id()));

        groups.end(group);

        assertThat(session(group)).isEmpty();
        assertThat(ProcStat.read(daemon).filter(ProcStat::alive)).isEmpty();
    }

    private Process lead() throws IOException {
        var leader = new ProcessBuilder("setsid", "sh", "-c", LEADER).start();
        started = LinuxProcessGroups.ledBy(leader.pid());
        assertThat(leader.inputReader().readLine()).isEqualTo("ready");
        return leader;
    }

    private static List<ProcStat> session(ProcessGroup group) throws IOException {
        return ProcStat.all().stream()
                .filter(process -> process.session() == group.id() && process.alive())
                .toList();
    }
}
