package dev.switchboard.tools.exec;

import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ProcessGroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows and ends the process groups of commands, each of which leads a session of its own. All groups of that session
 * are ended with it, since {@code timeout} and shells make further ones; what has left the session is found by its mark,
 * if the group has one.
 *
 * <p>A number is not used again while a process, a group or a session has it. So if the number belongs to a process
 * with another start, everything of the recorded group is gone. If it belongs to none, what still has it as its session
 * is ours, provided that this is the same boot and no new container, whose numbers begin again.
 */
public final class LinuxProcessGroups implements ProcessGroups {
    private static final Logger log = LoggerFactory.getLogger(LinuxProcessGroups.class);

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration GLANCE = Duration.ofMillis(10);

    /** How often to look again when what was seen may have changed meanwhile. */
    private static final int LOOKS = 3;

    /** The group that a process leads or is about to. */
    static ProcessGroup ledBy(long pid) throws IOException {
        return ledBy(pid, null);
    }

    /** @param mark of all that it starts */
    static ProcessGroup ledBy(long pid, @Nullable CallMark mark) throws IOException {
        var leader = ProcStat.read(pid).orElseThrow(() -> new IOException("process " + pid + " is not in /proc"));
        return new ProcessGroup(pid, new GroupStart(boot(), leader.started(), mark).recorded());
    }

    @Override
    public Optional<ProcessGroup> of(long pid) {
        try {
            return Optional.of(ledBy(pid));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    @Override
    public void end(ProcessGroup group) {
        end(group, Duration.ZERO, () -> true);
    }

    @Override
    public boolean hangUp(ProcessGroup group, Duration grace) {
        // A stopped job hears nothing until it is continued.
        return end(group, List.of(Signals.HUP, Signals.CONT), grace, () -> false);
    }

    /**
     * Asks all members to end, and ends them when the time is over.
     *
     * @param atOnce whether to give no time any more; so does an interrupt
     * @return whether all are gone; not so if the system itself holds one
     */
    boolean end(ProcessGroup group, Duration grace, BooleanSupplier atOnce) {
        return end(group, List.of(Signals.TERM), grace, atOnce);
    }

    private boolean end(ProcessGroup group, List<Integer> asking, Duration grace, BooleanSupplier atOnce) {
        if (!atOnce.getAsBoolean()) {
            var asked = look(group);
            asking.forEach(signal -> signal(group, asked, signal));
            long deadline = System.nanoTime() + grace.toNanos();
            while (System.nanoTime() < deadline
                    && !atOnce.getAsBoolean()
                    && !look(group).members().isEmpty()) {
                LockSupport.parkNanos(GLANCE.toNanos());
            }
        }
        // Again and again: a member may be starting another just now.
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int nobody = 0;
        boolean unsure = false;
        while (true) {
            var look = look(group);
            nobody = look.members().isEmpty() ? nobody + 1 : 0;
            // One that starts another and ends is missed by a look in between.
            unsure |= look.unclear() || look.members().stream().anyMatch(one -> one.session() != group.id());
            if (nobody > (unsure ? LOOKS : 0)) {
                return true;
            }
            signal(group, look, Signals.KILL);
            if (System.nanoTime() > deadline) {
                log.atWarn().addKeyValue("group", group.id()).log("a process group could not be ended");
                return false;
            }
            LockSupport.parkNanos(GLANCE.toNanos());
        }
    }

    /** Whether something that the group has started may run where the system does not let us see whose it is. */
    boolean mayHaveLeft(ProcessGroup group) {
        return look(group).hidden();
    }

    private static void signal(ProcessGroup group, Look look, int signal) {
        look.members().stream()
                .filter(process -> process.session() == group.id())
                .map(ProcStat::group)
                .distinct()
                .forEach(number -> Signals.sendToGroup(number, signal));
        look.members().stream()
                .filter(process -> process.session() != group.id())
                .forEach(process -> Signals.send(process.pid(), signal));
    }

    /**
     * Who there is of a group.
     *
     * @param unclear whether there is somebody who may turn out to be a member
     * @param hidden whether there is somebody of our user's of whom the system does not tell
     */
    private record Look(List<ProcStat> members, boolean unclear, boolean hidden) {}

    private static Look look(ProcessGroup group) {
        var members = new ArrayList<ProcStat>();
        boolean unclear = false;
        boolean hidden = false;
        try {
            var start = GroupStart.of(group);
            if (boot().equals(start.boot())) {
                boolean session = mayStillBe(group.id(), start.ticks());
                for (var process : ProcStat.all()) {
                    if (process.started() < start.ticks() || !process.alive()) {
                        continue;
                    }
                    if (session && process.session() == group.id()) {
                        members.add(process);
                    } else if (start.mark() != null) {
                        switch (start.mark().on(process.pid())) {
                            case MARKED -> members.add(process);
                            case EMPTY -> unclear = true;
                            case HIDDEN -> hidden |= process.isOurs();
                            case NOT_MARKED -> {}
                        }
                    }
                }
            }
        } catch (IOException e) {
            log.atWarn().addKeyValue("group", group.id()).setCause(e).log("cannot look for a process group");
        }
        return new Look(members, unclear, hidden);
    }

    private static boolean mayStillBe(long id, long started) {
        var leader = ProcStat.read(id);
        if (leader.isPresent()) {
            return leader.get().started() == started;
        }
        // The first process of a container started after those of the one before it.
        return ProcStat.read(1).map(first -> first.started() <= started).orElse(false);
    }

    private static String boot() throws IOException {
        return Files.readString(BOOT).strip();
    }
}
