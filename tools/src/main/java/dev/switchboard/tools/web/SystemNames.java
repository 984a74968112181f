package dev.switchboard.tools.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Asks the operating system.
 *
 * <p>Thread: the system's resolver blocks in native code and knows no interrupt, so it has a few platform threads of its
 * own, which end when there is nothing to ask; who waits for an answer can stop waiting.
 */
final class SystemNames implements Names {
    private static final int AT_ONCE = 4;
    private static final int WAITING = 64;

    private final ExecutorService lookups = lookups();

    @Override
    public List<InetAddress> addresses(String host) throws UnknownHostException, InterruptedException {
        Future<InetAddress[]> answer;
        try {
            answer = lookups.submit(() -> InetAddress.getAllByName(host));
        } catch (RejectedExecutionException e) {
            throw new UnknownHostException(host);
        }
        try {
            return List.of(answer.get());
        } catch (ExecutionException e) {
            throw new UnknownHostException(host);
        } finally {
            answer.cancel(true);
        }
    }

    private static ExecutorService lookups() {
        var pool = new ThreadPoolExecutor(
                AT_ONCE,
                AT_ONCE,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                Thread.ofPlatform().name("names-", 0).daemon().factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
