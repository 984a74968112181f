package dev.switchboard.core.modelrun;

import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Calls that are made at once, each on a virtual thread of its own. Closing ends all of them and lets go of what they
 * gave: none outlives the step.
 *
 * <p>Thread: the run's.
 */
final class BesideEachOther implements AutoCloseable {
    /** As many as a person could have started by hand; each holds what it reads in memory. */
    static final int AT_ONCE = 8;

    private final List<FutureTask<ToolResult>> tasks = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    void start(HeldOutput.Work work) {
        var task = new FutureTask<>(work::run);
        tasks.add(task);
        threads.add(Thread.ofVirtual().name("call").start(task));
    }

    /** Waits for the result of one of them. */
    ToolResult await(int which) throws InterruptedException {
        try {
            return tasks.get(which).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call that was made beside others was interrupted", e.getCause());
        }
    }

    /** Interrupts what is still under way and waits until nothing is. */
    void stop() {
        for (int i = 0; i < tasks.size(); i++) {
            if (!tasks.get(i).isDone()) {
                threads.get(i).interrupt();
            }
        }
        join();
    }

    /** What one of them gave; empty if it was interrupted before. All have ended. */
    Optional<ToolResult> result(int which) {
        var task = tasks.get(which);
        return task.state() == FutureTask.State.SUCCESS ? Optional.of(task.resultNow()) : Optional.empty();
    }

    /** A call ends within a second of being interrupted; to leave one behind would be worse than to wait. */
    private void join() {
        boolean interrupted = false;
        for (var thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
        for (int i = 0; i < tasks.size(); i++) {
            result(i).ifPresent(ToolResult::close);
        }
    }
}
