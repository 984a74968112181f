package dev.switchboard.terminals;

import com.pty4j.PtyProcess;
import com.pty4j.WinSize;
import dev.switchboard.core.terminal.Screenful;
import dev.switchboard.core.terminal.TerminalInfo;
import dev.switchboard.core.terminal.TerminalSize;
import dev.switchboard.core.terminal.Viewing;
import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ProcessGroups;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One terminal with the program in it.
 *
 * <p>Its end, whatever the cause, has one order: the shell is gone or has let go of the terminal, or somebody closed it;
 * everything left of its session is ended; what they wrote is read to the last byte; the viewers are told; it leaves the
 * list. So the reader never asks whether more is to come, and nothing of a tail is lost.
 *
 * <p>Thread: any. The reader is a platform thread, since such a read blocks in native code; the lock is held to keep
 * bytes, to take them and to join, so that a viewer gets each byte once.
 */
final class PtyTerminal {
    private static final Logger log = LoggerFactory.getLogger(PtyTerminal.class);

    private static final int SCROLLBACK = 2 * 1024 * 1024;
    /** The system gives half of this at most, and pty4j copies all of it. */
    private static final int READ = 8 * 1024;
    /** More than the system keeps of what dead programs wrote; beyond it a stranger holds the terminal and writes on. */
    private static final int REST = 1024 * 1024;

    /** Beyond the scrollback there is this much for viewers who are behind, so that nobody has to keep it for them. */
    private static final int RING = SCROLLBACK + REST + 64 * 1024;
    /** How often it is looked whether a program has waited for too long. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** For programs to save what they have when they are hung up on. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    /** For the system to tell how a program that was ended has ended. */
    private static final Duration MOMENT = Duration.ofSeconds(5);

    private static final int UNKNOWN = -1;

    private final TerminalInfo made;
    private final PtyProcess process;
    private final Optional<ProcessGroup> session;
    private final ProcessGroups groups;
    private final TypedInput input;
    private final Runnable gone;
    private final Thread reader;
    private final Audience audience;
    private final Scrollback scrollback = new Scrollback(RING);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final AtomicBoolean ending = new AtomicBoolean();
    private final CountDownLatch sessionEnded = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile TerminalSize size;
    private volatile int exitCode = UNKNOWN;

    /** @param gone called once, when all is over */
    PtyTerminal(
            TerminalInfo made,
            PtyProcess process,
            ProcessGroups groups,
            Executor writers,
            LongSupplier nanoTime,
            Runnable gone) {
        this.made = made;
        this.size = made.size();
        this.process = process;
        this.groups = groups;
        this.session = groups.of(process.pid());
        this.input = new TypedInput(process.getOutputStream(), writers, nanoTime);
        this.gone = gone;
        this.reader = Thread.ofPlatform().daemon().name("terminal-" + made.id()).unstarted(this::read);
        this.audience = new Audience(scrollback, lock, nanoTime, () -> LockSupport.unpark(reader));
    }

    void start() {
        reader.start();
        Thread.ofVirtual().name("terminal-exit-" + made.id()).start(this::awaitProgram);
    }

    TerminalInfo info() {
        return new TerminalInfo(made.id(), made.name(), made.workingDir(), made.createdAt(), size);
    }

    /** Whether it is to be used no more; its program may still need a moment. */
    boolean isEnding() {
        return ending.get();
    }

    Optional<Viewing> attach(Runnable dropped) {
        lock.lock();
        try {
            return over.getCount() == 0
                    ? Optional.empty()
                    : Optional.of(audience.join(scrollback.last(SCROLLBACK), dropped));
        } finally {
            lock.unlock();
        }
    }

    void input(String data) {
        input.add(data.getBytes(StandardCharsets.UTF_8));
    }

    void resize(TerminalSize wanted) {
        try {
            process.setWinSize(new WinSize(wanted.cols(), wanted.rows()));
            size = wanted;
        } catch (IllegalStateException e) {
            // It ended just now, and whoever looks hears so.
            log.atDebug().addKeyValue("terminal", made.id()).setCause(e).log("not resized");
        }
    }

    Screenful read(long after) {
        lock.lock();
        try {
            return scrollback.from(Math.max(after, scrollback.last(SCROLLBACK))).text();
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes were shown: the offset of the one that comes next. */
    long shown() {
        lock.lock();
        try {
            return scrollback.end();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something came after an offset and then nothing for a while, or it is over, but not for longer than said. */
    void awaitQuiet(long after, Duration quiet, Duration longest) throws InterruptedException {
        long left = longest.toNanos();
        lock.lock();
        try {
            while (left > 0 && over.getCount() > 0) {
                long seen = scrollback.end();
                long wait = seen > after ? Math.min(left, quiet.toNanos()) : left;
                long spare = left - wait;
                while (wait > 0 && scrollback.end() == seen && over.getCount() > 0) {
                    wait = changed.awaitNanos(wait);
                }
                if (scrollback.end() == seen) {
                    return;
                }
                left = spare + wait;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The program's exit code once all is over. */
    Optional<Integer> exitCode() {
        return over.getCount() == 0 ? Optional.of(exitCode) : Optional.empty();
    }

    /** Returns whether all is over. */
    boolean awaitOver(Duration patience) throws InterruptedException {
        return over.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Begins the end, if it has not begun. */
    void end() {
        if (ending.compareAndSet(false, true)) {
            Thread.ofVirtual().name("terminal-end-" + made.id()).start(this::endSession);
        }
    }

    private void awaitProgram() {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
        end();
    }

    private void endSession() {
        try {
            session.ifPresent(group -> groups.hangUp(group, GRACE));
            if (process.isAlive()) {
                // Closed so early that it had no session of its own yet.
                process.destroyForcibly();
            }
        } finally {
            sessionEnded.countDown();
            LockSupport.unpark(reader);
        }
    }

    private void read() {
        try (var output = process.getInputStream()) {
            copy(output, Long.MAX_VALUE);
            end();
            sessionEnded.await();
            // pty4j says that it is the end as soon as the shell is gone, whatever was written and whoever else writes.
            // Now that all are gone, what is there is all there will be.
            copy(output, REST);
            if (process.waitFor(MOMENT.toMillis(), TimeUnit.MILLISECONDS)) {
                exitCode = process.exitValue();
            }
        } catch (IOException e) {
            log.atWarn().addKeyValue("terminal", made.id()).setCause(e).log("a terminal cannot be read any more");
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        } finally {
            end();
            finish();
        }
    }

    /** Until the stream ends, or this many bytes have been read. */
    private void copy(InputStream output, long most) throws IOException {
        var buffer = new byte[READ];
        long copied = 0;
        while (copied < most) {
            awaitRoom();
            int length = output.read(buffer);
            if (length < 0) {
                return;
            }
            show(Arrays.copyOf(buffer, length));
            copied += length;
        }
    }

    /** While nobody can take more the program waits, in the end in its own write. What it left behind is not much. */
    private void awaitRoom() {
        while (audience.isFull() && sessionEnded.getCount() > 0) {
            audience.dropStalled();
            LockSupport.parkNanos(this, LOOK.toNanos());
        }
    }

    private void show(byte[] bytes) {
        lock.lock();
        try {
            scrollback.add(bytes);
            audience.shown();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void finish() {
        lock.lock();
        try {
            over.countDown();
            audience.dismiss(exitCode);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        log.atInfo()
                .addKeyValue("terminal", made.id())
                .addKeyValue("exit", exitCode)
                .log("terminal ended");
        gone.run();
    }
}
