package dev.switchboard.client.link;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a client, and the socket it has at the moment. Whatever happens is told to the {@link LinkProtocol} on
 * this thread, one thing at a time, and what it wants is done; a link that was let go is not listened to any more.
 *
 * <p>Thread: {@link #post} and {@link #close} from anywhere, the rest on the loop's own.
 *
 * @param <S> what the protocol wants done
 */
public final class LinkLoop<S> {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    /** Bounded by who fills it: a link waits after each frame, a person types. */
    private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

    private final Link.Opener opener;
    private final LinkProtocol<S> protocol;
    private final Consumer<S> act;
    private final Consumer<String> stopped;
    private final Thread thread;
    private final long startedAt = System.nanoTime();

    private @Nullable Link link;
    private @Nullable Told told;
    private volatile boolean stopping;
    private volatile @Nullable RuntimeException failure;

    /**
     * @param act does one thing the protocol wants done
     * @param stopped called last, with what ended it though nobody closed it; if nothing did, not at all
     */
    public LinkLoop(
            String name, Link.Opener opener, LinkProtocol<S> protocol, Consumer<S> act, Consumer<String> stopped) {
        this.opener = opener;
        this.protocol = protocol;
        this.act = act;
        this.stopped = stopped;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::live);
    }

    public void start() {
        thread.start();
    }

    /** Does this on the loop's thread, soon. */
    public void post(Runnable what) {
        events.add(what);
    }

    /** Does what the protocol wants done; for what was asked of it by {@link #post}. */
    public void take(List<S> steps) {
        steps.forEach(act);
    }

    /** Milliseconds of a clock that only goes forward. */
    public long now() {
        return (System.nanoTime() - startedAt) / 1_000_000;
    }

    public void open() {
        told = new Told();
        link = opener.open(told);
    }

    public void send(String frame) {
        if (link != null) {
            link.send(frame);
        }
    }

    public void drop() {
        if (link != null) {
            link.drop();
            forget();
        }
    }

    /** What ended it though nobody closed it. */
    public @Nullable RuntimeException failure() {
        return failure;
    }

    public boolean isOver() {
        return stopping || failure != null;
    }

    /** Leaves, and waits a moment for the socket to say goodbye. */
    public void close() {
        stopping = true;
        events.add(() -> {});
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void live() {
        try {
            take(protocol.start(now()));
            while (!stopping) {
                long wait = Math.max(0, protocol.nextAt() - now());
                var event = events.poll(Math.min(wait, LONGEST_WAIT.toMillis()), TimeUnit.MILLISECONDS);
                if (event != null) {
                    event.run();
                }
                take(protocol.tick(now()));
            }
        } catch (InterruptedException _) {
            // Nobody interrupts it but a JVM that ends.
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            if (link != null) {
                link.leave();
            }
            tellItStopped();
        }
    }

    private void tellItStopped() {
        var why = failure;
        if (why == null) {
            return;
        }
        try {
            stopped.accept(String.valueOf(why.getMessage()));
        } catch (RuntimeException _) {
            // It may be the one who is told that failed; failure() tells whoever asks.
        }
    }

    private void forget() {
        link = null;
        told = null;
    }

    /** Brings what a link tells to the loop's thread. */
    private final class Told implements Link.Events {
        @Override
        public void opened() {
            ifCurrent(() -> take(protocol.opened(now())));
        }

        @Override
        public void text(String frame) {
            ifCurrent(() -> {
                take(protocol.received(frame, now()));
                if (link != null) {
                    link.more();
                }
            });
        }

        @Override
        public void stirred() {
            ifCurrent(() -> protocol.stirred(now()));
        }

        @Override
        public void closed(int code, String reason) {
            ifCurrent(() -> {
                forget();
                take(protocol.closed(code, reason, now()));
            });
        }

        @Override
        public void notOpened(int status, String sentence) {
            ifCurrent(() -> {
                forget();
                take(protocol.notOpened(status, sentence, now()));
            });
        }

        private void ifCurrent(Runnable what) {
            post(() -> {
                if (told == this) {
                    what.run();
                }
            });
        }
    }
}
