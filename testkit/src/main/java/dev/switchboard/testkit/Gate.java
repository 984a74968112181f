package dev.switchboard.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a thread until the test opens it, and tells the test when somebody is waiting. */
public final class Gate {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Called by the one who has to wait. */
    public void pass() throws InterruptedException {
        reached.countDown();
        if (!opened.await(60, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody opened the gate");
        }
    }

    public void open() {
        opened.countDown();
    }

    public void awaitSomebody() throws InterruptedException {
        if (!reached.await(60, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody came to the gate");
        }
    }
}
