package dev.switchboard.providers;

import dev.switchboard.core.model.ModelListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Writes down what a listener hears, and on which threads. */
final class Heard implements ModelListener {
    final List<String> lines = new CopyOnWriteArrayList<>();
    final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final Semaphore texts = new Semaphore(0);

    @Override
    public void thinking(String delta) {
        heard("thinking " + delta);
    }

    @Override
    public void text(String delta) {
        heard("text " + delta);
        texts.release();
    }

    @Override
    public void toolCall(int index, String id, String name, String argumentsDelta) {
        heard("call %d %s %s".formatted(index, id, name));
    }

    @Override
    public void retracted(String reason) {
        heard("retracted");
    }

    /** One more piece of text has been heard. */
    void awaitText() throws InterruptedException {
        if (!texts.tryAcquire(60, TimeUnit.SECONDS)) {
            throw new AssertionError("no text was heard");
        }
    }

    private void heard(String line) {
        lines.add(line);
        threads.add(Thread.currentThread());
    }
}
