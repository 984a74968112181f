package dev.switchboard.store;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work with files that goes on whoever is interrupted. It is done on a thread nobody knows; the caller waits for it, and
 * hears of its interrupt afterwards.
 */
final class Unheeding {
    private Unheeding() {}

    static <T> T call(Callable<T> work) throws IOException {
        var task = new FutureTask<>(work);
        Thread.ofVirtual().name("store-file").start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException _) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    switch (e.getCause()) {
                        case IOException failure -> throw failure;
                        case RuntimeException fault -> throw fault;
                        case Error fault -> throw fault;
                        case null, default -> throw new IllegalStateException(e.getCause());
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
