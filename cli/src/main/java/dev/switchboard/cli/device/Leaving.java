package dev.switchboard.cli.device;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets a signal end the device in order: the JVM waits for it, a few seconds at most. */
final class Leaving implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 8;

    private final CountDownLatch left = new CountDownLatch(1);

    /** @param ask called on a thread of its own when a signal came */
    Leaving(Runnable ask) {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("leave").unstarted(() -> {
            ask.run();
            try {
                left.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /** All is in order. */
    @Override
    public void close() {
        left.countDown();
    }
}
