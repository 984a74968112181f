package dev.switchboard.tools.exec;

import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ProcessGroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows and ends the process groups of commands, each of which leads a session of its own. All groups of that session
 * are ended with it, since {@code timeout} and shells make further ones; what has left the session is not ours any more.
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

    /** The group that a process leads or is about to. */
    static ProcessGroup ledBy(long pid) throws IOException {
        var leader = ProcStat.read(pid).orElseThrow(() -> new IOException("process " + pid + " is not in /proc"));
        return new ProcessGroup(pid, boot() + ":" + leader.started());
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
            asking.forEach(signal -> signal(group, signal));
            long deadline = System.nanoTime() + grace.toNanos();
            while (System.nanoTime() < deadline
                    && !atOnce.getAsBoolean()
                    && !members(group).isEmpty()) {
                LockSupport.parkNanos(GLANCE.toNanos());
            }
        }
        // Again and again: a member may be starting another just now.
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (signal(group, Signals.KILL)) {
            if (System.nanoTime() > deadline) {
                log.atWarn().addKeyValue("group", group.id()).log("a process group could not be ended");
                return false;
            }
            LockSupport.parkNanos(GLANCE.toNanos());
        }
        return true;
    }

    /** Returns whether there was anyone to signal. */
    private static boolean signal(ProcessGroup group, int signal) {
        var members = members(group);
        members.stream().map(ProcStat::group).distinct().forEach(number -> Signals.send(number, signal));
        return !members.isEmpty();
    }

    private static List<ProcStat> members(ProcessGroup group) {
        try {
            int colon = group.started().lastIndexOf(':');
            long started = Long.parseLong(group.started().substring(colon + 1));
            if (!boot().equals(group.started().substring(0, colon)) || !mayStillBe(group.id(), started)) {
                return List.of();
            }
            return ProcStat.all().stream()
                    .filter(process -> process.session() == group.id())
                    .filter(process -> process.started() >= started && process.alive())
                    .toList();
        } catch (IOException e) {
            log.atWarn().addKeyValue("group", group.id()).setCause(e).log("cannot look for a process group");
            return List.of();
        }
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
