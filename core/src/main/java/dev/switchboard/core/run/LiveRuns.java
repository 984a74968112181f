package dev.switchboard.core.run;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs that are under way, one a session at most, and the watch on their time.
 *
 * <p>Thread: any; the watch has a virtual thread of its own.
 */
public final class LiveRuns implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Logger log = LoggerFactory.getLogger(LiveRuns.class);

    static final StopRequest TOO_LONG =
            new StopRequest(false, "This took longer than a run may, so it was ended.", ErrorCode.TIME_LIMIT);

    /** A run and the ways to reach it. */
    public static final class Live {
        private final SessionEpoch at;
        private final RunId run;
        private final RunControl control = new RunControl();
        private final Injections injections = new Injections();
        private final TimeLimit time;
        private final CountDownLatch ended = new CountDownLatch(1);

        Live(SessionEpoch at, RunId run, TimeLimit time) {
            this.at = at;
            this.run = run;
            this.time = time;
        }

        public RunId run() {
            return run;
        }

        /** What it writes for. */
        public SessionEpoch at() {
            return at;
        }

        /** @param kill its processes get no time to clean up */
        public void stop(boolean kill, @Nullable String reason) {
            control.stop(new StopRequest(kill, reason, null));
        }

        /** Waits until nothing of it is under way any more; false after this long. */
        public boolean awaitEnd(Duration patience) throws InterruptedException {
            return ended.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        }

        /** Whether it waits for somebody's word. */
        public boolean isAsking() {
            return control.isAsking();
        }

        RunControl control() {
            return control;
        }

        Injections injections() {
            return injections;
        }

        TimeLimit time() {
            return time;
        }
    }

    private final ConcurrentHashMap<SessionId, Live> live = new ConcurrentHashMap<>();
    private final Thread watch;

    LiveRuns() {
        this.watch = Thread.ofVirtual().name("run deadlines").start(this::watch);
    }

    void add(Live run) {
        live.put(run.at.session(), run);
    }

    void remove(Live run) {
        live.remove(run.at.session(), run);
        run.ended.countDown();
    }

    public Optional<Live> in(SessionId session) {
        return Optional.ofNullable(live.get(session));
    }

    public Optional<Live> of(RunId run) {
        return live.values().stream().filter(one -> one.run().equals(run)).findFirst();
    }

    Collection<Live> all() {
        return live.values();
    }

    /** Nobody should wait for those that wait themselves. */
    void letGo() {
        live.values().forEach(run -> run.control().letGo());
    }

    private void watch() {
        while (true) {
            try {
                Thread.sleep(BETWEEN_LOOKS);
            } catch (InterruptedException e) {
                return;
            }
            try {
                stopOverdue();
            } catch (RuntimeException | Error e) {
                // The next look is in a second. Without one no run would ever be too long.
                log.warn("runs that take too long could not be ended: {}", e.toString());
            }
        }
    }

    private void stopOverdue() {
        for (var run : live.values()) {
            if (run.time().isOver()) {
                run.control().stop(TOO_LONG);
            }
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
