package dev.switchboard.edge.watch;

import dev.switchboard.core.preview.LiveView;
import dev.switchboard.core.preview.LiveView.Seen;
import dev.switchboard.edge.net.WebSocket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One socket looking at one session, from some event on. What has happened is sent no faster than the socket takes it, so
 * that a long replay never overruns the outbox; what is said meanwhile is put together by the {@link LiveView}. What happens
 * from then on waits for nobody: whoever does not read is closed by its outbox, and comes back for what it missed.
 *
 * <p>Thread: a virtual one of its own, which reads and sends; any closes.
 */
public final class SessionWatch implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Logger log = LoggerFactory.getLogger(SessionWatch.class);

    /** Told when the session can no longer be shown, through no fault of the socket's. */
    public interface Broken {
        void broken();
    }

    private final LiveView view;
    private final Projection projection;
    private final Broken broken;
    private final long begunAt;
    private final PacedFrames sending;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean closed;

    /** @param view from where on it looks; closed along with this */
    public SessionWatch(WebSocket socket, LiveView view, Projection projection, Broken broken) {
        this.sending = new PacedFrames(socket);
        this.view = view;
        this.projection = projection;
        this.broken = broken;
        this.begunAt = view.begunAt();
    }

    /** @param name of its thread */
    public void start(String name) {
        Thread.ofVirtual().name(name).start(this::watch);
    }

    /** Nothing is sent after this has returned. */
    @Override
    public void close() {
        closed = true;
        sending.close();
        view.close();
        if (over.compareAndSet(false, true)) {
            projection.over();
        }
    }

    private void watch() {
        try {
            show();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (!closed) {
                log.warn("a session can no longer be shown", e);
                broken.broken();
            }
        } finally {
            close();
        }
    }

    private void show() throws InterruptedException {
        boolean replaying = true;
        if (view.cursor() >= begunAt) {
            replaying = false;
            catchUp();
        }
        while (!closed) {
            for (var seen : view.next(PATIENCE)) {
                boolean replayed = seen instanceof Seen.Event(var recorded) && recorded.seq() <= begunAt;
                if (replaying && !replayed) {
                    replaying = false;
                    catchUp();
                }
                if (closed || !projection.see(seen, replayed, sending)) {
                    return;
                }
                if (replayed) {
                    sending.awaitRoom();
                }
            }
            if (replaying && view.cursor() >= begunAt) {
                replaying = false;
                catchUp();
            }
        }
    }

    /** What sums up the past may be large: what happens from then on finds it gone. */
    private void catchUp() throws InterruptedException {
        projection.caughtUp(sending);
        sending.awaitRoom();
    }
}
