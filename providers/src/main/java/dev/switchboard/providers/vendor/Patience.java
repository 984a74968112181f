package dev.switchboard.providers.vendor;

import dev.switchboard.providers.TimeLimits;
import java.time.Duration;

/** How long the call at hand may still wait. Thread: the one that asked. */
final class Patience {
    private final TimeLimits limits;
    private final long callStart = System.nanoTime();
    private long tryStart = callStart;
    private long lastSign = callStart;
    private boolean answerBegun;

    Patience(TimeLimits limits) {
        this.limits = limits;
    }

    void tryBegins() {
        tryStart = System.nanoTime();
        answerBegun = false;
    }

    /** Bytes came. Once the answer has begun any of them count: vendors send pings while a model thinks unseen. */
    void sign() {
        lastSign = System.nanoTime();
    }

    void token() {
        answerBegun = true;
    }

    long nanosLeft() {
        return Math.max(0, Math.min(stepLeft(), callLeft()));
    }

    boolean outlasts(Duration wait) {
        return callLeft() > wait.toNanos();
    }

    /** What to say when nothing is left. */
    Trouble.TooSlow exhausted() {
        if (callLeft() <= stepLeft()) {
            return new Trouble.TooSlow("did not finish", limits.wholeCall());
        }
        return answerBegun
                ? new Trouble.TooSlow("fell silent in mid-answer", limits.betweenTokens())
                : new Trouble.TooSlow("did not begin to answer", limits.firstToken());
    }

    private long stepLeft() {
        long now = System.nanoTime();
        return answerBegun
                ? lastSign + limits.betweenTokens().toNanos() - now
                : tryStart + limits.firstToken().toNanos() - now;
    }

    private long callLeft() {
        return callStart + limits.wholeCall().toNanos() - System.nanoTime();
    }
}
