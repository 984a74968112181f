package dev.switchboard.client.link;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a client, and the socket it has at the moment. Whatever happens is told to the {@link Owner} on this
 * thread, one thing at a time; a link that was let go is not listened to any more.
 *
 * <p>Thread: {@link #post} and {@link #close} from anywhere, the rest on the loop's own.
 */
public final class LinkLoop {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    /** Who decides what is to be done. */
    public interface Owner {
        void start();

        void opened();

        void received(String frame);

        void stirred();

        void closed(int code, String reason);

        void notOpened(int status, String sentence);

        /** It is {@link #nextAt} by now, or something else has happened. */
        void tick();

        /** When {@link #tick} is wanted at the latest, by {@link LinkLoop#now}. */
        long nextAt();

        /** Nothing more is told. @param failure what ended it though nobody closed it */
        void ended(@Nullable RuntimeException failure);
    }

    /** Bounded by who fills it: a link waits after each frame, a person types. */
    private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

    private final Link.Opener opener;
    private final Owner owner;
    private final Thread thread;
    private final long startedAt = System.nanoTime();

    private @Nullable Link link;
    private @Nullable Told told;
    private volatile boolean stopping;
    private volatile @Nullable RuntimeException failure;

    public LinkLoop(String name, Link.Opener opener, Owner owner) {
        this.opener = opener;
        this.owner = owner;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::live);
    }

    public void start() {
        thread.start();
    }

    /** Does this on the loop's thread, soon. */
    public void post(Runnable what) {
        events.add(what);
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
            owner.start();
            while (!stopping) {
                long wait = Math.max(0, owner.nextAt() - now());
                var event = events.poll(Math.min(wait, LONGEST_WAIT.toMillis()), TimeUnit.MILLISECONDS);
                if (event != null) {
                    event.run();
                }
                owner.tick();
            }
        } catch (InterruptedException _) {
            // Nobody interrupts it but a JVM that ends.
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            if (link != null) {
                link.leave();
            }
            owner.ended(failure);
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
            ifCurrent(owner::opened);
        }

        @Override
        public void text(String frame) {
            ifCurrent(() -> {
                owner.received(frame);
                if (link != null) {
                    link.more();
                }
            });
        }

        @Override
        public void stirred() {
            ifCurrent(owner::stirred);
        }

        @Override
        public void closed(int code, String reason) {
            ifCurrent(() -> {
                forget();
                owner.closed(code, reason);
            });
        }

        @Override
        public void notOpened(int status, String sentence) {
            ifCurrent(() -> {
                forget();
                owner.notOpened(status, sentence);
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
