package dev.switchboard.core.run;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs that are under way, one a session at most, and the watch on their time.
 *
 * <p>Thread: any; the watch has a virtual thread of its own.
 */
final class LiveRuns implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Logger log = LoggerFactory.getLogger(LiveRuns.class);

    /** A run and the ways to reach it. */
    record Live(SessionId session, RunId run, RunControl control, Injections injections) {}

    private final ConcurrentHashMap<SessionId, Live> live = new ConcurrentHashMap<>();
    private final Clock clock;
    private final Thread watch;

    LiveRuns(Clock clock) {
        this.clock = clock;
        this.watch = Thread.ofVirtual().name("run deadlines").start(this::watch);
    }

    void add(Live run) {
        live.put(run.session(), run);
    }

    void remove(Live run) {
        live.remove(run.session(), run);
    }

    Optional<Live> in(SessionId session) {
        return Optional.ofNullable(live.get(session));
    }

    Optional<Live> of(RunId run) {
        return live.values().stream().filter(one -> one.run().equals(run)).findFirst();
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
        var now = clock.instant();
        for (var run : live.values()) {
            if (run.control().isOverdue(now)) {
                run.control()
                        .stop(new StopRequest(
                                false, "This took longer than a run may, so it was ended.", ErrorCode.TIME_LIMIT));
            }
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
