package dev.switchboard.core.modelrun;

import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.run.Utterance;
import java.time.Duration;

/**
 * One question to a model while it is answered: what the model says is what the run says, and how long it took to begin
 * is counted.
 *
 * <p>Thread: the run's.
 */
final class Question implements ModelListener {
    private final int step;
    private final Utterance said;
    private final CallIds callIds;
    private final long askedAt = System.nanoTime();
    private long silentNanos = -1;

    /** @param step counted from 1 within the run */
    Question(int step, Utterance said, CallIds callIds) {
        this.step = step;
        this.said = said;
        this.callIds = callIds;
    }

    int step() {
        return step;
    }

    Duration lasted() {
        return Duration.ofNanos(System.nanoTime() - askedAt);
    }

    /** How long nothing was heard: all the time, if nothing ever was. A retry does not begin it anew. */
    Duration silent() {
        return silentNanos < 0 ? lasted() : Duration.ofNanos(silentNanos);
    }

    @Override
    public void thinking(String delta) {
        heard();
        said.thinking(delta);
    }

    @Override
    public void text(String delta) {
        heard();
        said.text(delta);
    }

    @Override
    public void toolCall(int index, String id, String name, String argumentsDelta) {
        heard();
        said.call(callIds.of(index, id), name, argumentsDelta);
    }

    @Override
    public void retracted(String reason) {
        callIds.retracted();
        said.retract(reason);
    }

    private void heard() {
        if (silentNanos < 0) {
            silentNanos = System.nanoTime() - askedAt;
        }
    }
}
