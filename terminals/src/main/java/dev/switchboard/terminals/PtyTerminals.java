package dev.switchboard.terminals;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.terminal.Screenful;
import dev.switchboard.core.terminal.TerminalInfo;
import dev.switchboard.core.terminal.TerminalSize;
import dev.switchboard.core.terminal.Terminals;
import dev.switchboard.core.terminal.Viewing;
import dev.switchboard.core.tool.ProcessGroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terminals of this machine. Nothing native is loaded before the first one.
 *
 * <p>Thread: any.
 */
public final class PtyTerminals implements Terminals, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PtyTerminals.class);

    private static final int MOST = 32;
    private static final int LONGEST_NAME = 100;
    /** Longer than a terminal's programs are given to end, and for the last of them to be gone. */
    private static final Duration LAST_ENDS = Duration.ofSeconds(6);

    /** By id, which sorts as they were made. */
    private final ConcurrentSkipListMap<String, PtyTerminal> terminals = new ConcurrentSkipListMap<>();

    private final Semaphore places = new Semaphore(MOST);
    private final AtomicLong lastNumber = new AtomicLong();
    private final ExecutorService writers = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("terminal-input-", 0).factory());
    private final Shell shell;
    private final Path workspace;
    private final ProcessGroups groups;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private volatile boolean closed;

    /**
     * @param workspace where a shell starts if nothing else is said; it may not exist yet
     * @param environment of the shells, whole: without any key of ours
     * @param libraries a folder of ours for the native libraries
     */
    public PtyTerminals(
            Path workspace, Map<String, String> environment, Path libraries, ProcessGroups groups, Clock clock) {
        this(workspace, environment, libraries, groups, clock, System::nanoTime);
    }

    /** @param nanoTime by which patience is measured; a clock of the wall jumps when a machine wakes up */
    public PtyTerminals(
            Path workspace,
            Map<String, String> environment,
            Path libraries,
            ProcessGroups groups,
            Clock clock,
            LongSupplier nanoTime) {
        this.workspace = workspace;
        this.shell = new Shell(environment, libraries);
        this.groups = groups;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    @Override
    public List<TerminalInfo> list() {
        return terminals.values().stream()
                .filter(terminal -> !terminal.isEnding())
                .map(PtyTerminal::info)
                .toList();
    }

    @Override
    public Optional<TerminalInfo> find(String id) {
        return terminal(id).map(PtyTerminal::info);
    }

    @Override
    public TerminalInfo create(@Nullable String name, @Nullable String workingDir, @Nullable TerminalSize size) {
        return create(name, workspace, workingDir, size);
    }

    /** @param base the folder that the working folder is relative to, and is itself if there is none */
    TerminalInfo create(@Nullable String name, Path base, @Nullable String workingDir, @Nullable TerminalSize size) {
        checkName(name);
        var folder = folder(base.toAbsolutePath().normalize(), workingDir);
        if (closed) {
            throw new SwitchboardException(
                    ErrorCode.SHUTTING_DOWN, "The gateway is stopping and creates no more terminals.");
        }
        if (!places.tryAcquire()) {
            throw new SwitchboardException(
                    ErrorCode.TERMINAL_LIMIT,
                    "There are %d terminals already, and no more are possible: close one first.".formatted(MOST));
        }
        try {
            return start(name, folder, size == null ? TerminalSize.DEFAULT : size);
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
    }

    private TerminalInfo start(@Nullable String name, Path folder, TerminalSize size) {
        var process = shell.start(folder, size);
        // The time it was made, as the seed's ids are, or the next number if another was made in that moment.
        var id = "session-" + lastNumber.updateAndGet(last -> Math.max(last + 1, clock.millis()));
        var info = new TerminalInfo(id, name == null ? id : name, folder.toString(), clock.instant(), size);
        var terminal = new PtyTerminal(info, process, groups, writers, nanoTime, () -> {
            terminals.remove(id);
            places.release();
        });
        terminals.put(id, terminal);
        terminal.start();
        log.atInfo().addKeyValue("terminal", id).log("terminal created");
        if (closed) {
            terminal.end();
        }
        return info;
    }

    @Override
    public Optional<Viewing> attach(String id, Runnable dropped) {
        return terminal(id).flatMap(terminal -> terminal.attach(dropped));
    }

    @Override
    public boolean input(String id, String data) {
        var terminal = terminal(id);
        terminal.ifPresent(found -> found.input(data));
        return terminal.isPresent();
    }

    @Override
    public boolean resize(String id, TerminalSize size) {
        var terminal = terminal(id);
        terminal.ifPresent(found -> found.resize(size));
        return terminal.isPresent();
    }

    @Override
    public boolean close(String id) {
        var terminal = terminal(id);
        terminal.ifPresent(PtyTerminal::end);
        return terminal.isPresent();
    }

    @Override
    public Optional<Screenful> read(String id, long after) {
        return terminal(id).map(terminal -> terminal.read(after));
    }

    /** One that can be used. */
    Optional<PtyTerminal> terminal(String id) {
        return Optional.ofNullable(terminals.get(id)).filter(terminal -> !terminal.isEnding());
    }

    /** Ends all of them, and waits until they are gone. */
    @Override
    public void close() {
        closed = true;
        terminals.values().forEach(PtyTerminal::end);
        long deadline = System.nanoTime() + LAST_ENDS.toNanos();
        try {
            for (var terminal : terminals.values()) {
                if (!terminal.awaitOver(Duration.ofNanos(deadline - System.nanoTime()))) {
                    log.atWarn().addKeyValue("terminal", terminal.info().id()).log("a terminal could not be ended");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writers.shutdownNow();
    }

    private static void checkName(@Nullable String name) {
        if (name != null
                && (name.isBlank()
                        || name.length() > LONGEST_NAME
                        || name.chars().anyMatch(Character::isISOControl))) {
            throw new SwitchboardException(
                    ErrorCode.INVALID, "A terminal's name has 1 to %d characters on one line.".formatted(LONGEST_NAME));
        }
    }

    private static Path folder(Path base, @Nullable String workingDir) {
        try {
            // A workspace is made, as it is for an agent's files; what was asked for is there or a mistake.
            Files.createDirectories(base);
            var folder = workingDir == null
                    ? base
                    : base.resolve(expanded(workingDir)).normalize();
            if (!Files.isDirectory(folder)) {
                throw new SwitchboardException(
                        ErrorCode.INVALID, "There is no folder %s to start a terminal in.".formatted(folder));
            }
            return folder;
        } catch (InvalidPathException e) {
            throw new SwitchboardException(ErrorCode.INVALID, "This is no path of a folder: " + workingDir, e);
        } catch (IOException e) {
            throw new SwitchboardException(
                    ErrorCode.TERMINAL_UNAVAILABLE, "The workspace %s cannot be made.".formatted(base), e);
        }
    }

    private static String expanded(String path) {
        return path.equals("~") || path.startsWith("~/") ? System.getProperty("user.home") + path.substring(1) : path;
    }
}
