package dev.switchboard.tools.web;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Does something that blocks for a limited time.
 *
 * <p>Thread: the work has a virtual one of its own, where an interrupt closes the socket it is blocked on. It is interrupted
 * when the time is over and when the caller is interrupted; the caller does not wait for it then.
 */
final class Limited {
    private Limited() {}

    static <T> T call(Duration limit, Callable<T> work) throws IOException, InterruptedException, TimeoutException {
        var task = new FutureTask<>(work);
        Thread.ofVirtual().name("web").start(task);
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException fault -> throw fault;
                case Error fault -> throw fault;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        } finally {
            task.cancel(true);
        }
    }
}
