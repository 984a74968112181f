package dev.switchboard.client;

import dev.switchboard.protocol.terminal.FromTerminal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A device: it connects, says what it is given, shows what it hears, and comes back after every cut. What it was given
 * is in the outbox before {@link #say} returns and leaves it after its answer was shown.
 *
 * <p>Thread: {@code say}, {@code retry} and {@code close} from anywhere. The listener is called on the client's own
 * thread, one notice at a time; an answer counts as shown when it returns.
 */
public final class DeviceClient implements AutoCloseable {
    /** Bounded by who fills it: a link waits after each frame, a person types. */
    private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

    private final Outbox outbox;
    private final Consumer<Notice> listener;
    private final DeviceProtocol protocol;
    private final Link.Opener opener;
    private final Thread thread;
    private final long startedAt = System.nanoTime();
    /** Notified when something left the outbox, or the client has stopped. */
    private final Object settled = new Object();

    private @Nullable Link link;
    private @Nullable Told told;
    private volatile boolean stopping;
    private volatile @Nullable Throwable failure;

    /** @param listener called on the client's thread */
    public static DeviceClient start(DeviceSettings settings, Outbox outbox, Consumer<Notice> listener) {
        return start(settings, outbox, listener, new WebSocketLinks(settings));
    }

    static DeviceClient start(DeviceSettings settings, Outbox outbox, Consumer<Notice> listener, Link.Opener opener) {
        var client = new DeviceClient(settings, outbox, listener, opener);
        client.thread.start();
        return client;
    }

    private DeviceClient(DeviceSettings settings, Outbox outbox, Consumer<Notice> listener, Link.Opener opener) {
        this.outbox = outbox;
        this.listener = listener;
        this.opener = opener;
        var hello = new FromTerminal.Connect(
                settings.peerId(),
                settings.deviceName(),
                List.of("text"),
                null,
                null,
                settings.tokenInConnect() ? settings.token() : null);
        this.protocol = new DeviceProtocol(hello, settings.timing(), outbox, () -> ThreadLocalRandom.current()
                .nextDouble());
        this.thread = Thread.ofPlatform().daemon().name("device").unstarted(this::live);
    }

    /** Keeps the text and sends it when its turn comes; the id it goes under. */
    public String say(String text) {
        mustWork();
        var entry = outbox.add(text);
        events.add(() -> take(protocol.added(now())));
        return entry.id();
    }

    /** Says the last text that failed or was refused again, under a new id. False if there is none. */
    public boolean retry() throws InterruptedException {
        var answer = new CompletableFuture<Boolean>();
        events.add(() -> {
            var text = protocol.takeRetryable();
            text.ifPresent(again -> {
                outbox.add(again);
                take(protocol.added(now()));
            });
            answer.complete(text.isPresent());
        });
        try {
            return answer.get(5, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the client has stopped", e);
        }
    }

    public int unanswered() {
        return outbox.unanswered().size();
    }

    /** Waits until every answer was shown and recorded; false if it took too long or the client has stopped. */
    public boolean awaitAnswered(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        synchronized (settled) {
            while (unanswered() > 0) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0 || failure != null) {
                    return false;
                }
                settled.wait(left);
            }
            return true;
        }
    }

    /** What ended the client though nobody closed it, such as an outbox that cannot be written. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Leaves. What is unanswered stays in the outbox. */
    @Override
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
                var event = events.poll(Math.min(wait, 60_000), TimeUnit.MILLISECONDS);
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
            tellWhoWaits();
            if (failure != null) {
                tellItStopped(failure);
            }
        }
    }

    private void tellItStopped(Throwable why) {
        try {
            listener.accept(new Notice.Stopped(String.valueOf(why.getMessage())));
        } catch (RuntimeException _) {
            // It may be the listener that failed; failure() tells whoever asks.
        }
    }

    private void take(List<Step> steps) {
        for (var step : steps) {
            switch (step) {
                case Step.Open() -> {
                    told = new Told();
                    link = opener.open(told);
                }
                case Step.Send(String frame) -> {
                    if (link != null) {
                        link.send(frame);
                    }
                }
                case Step.Drop() -> {
                    if (link != null) {
                        link.drop();
                        forget();
                    }
                }
                case Step.Tell(Notice notice) -> listener.accept(notice);
                case Step.Show(Notice notice, String messageId) -> {
                    outbox.showing(messageId);
                    listener.accept(notice);
                    outbox.done(messageId);
                    tellWhoWaits();
                }
            }
        }
    }

    private void tellWhoWaits() {
        synchronized (settled) {
            settled.notifyAll();
        }
    }

    private void forget() {
        link = null;
        told = null;
    }

    private void mustWork() {
        if (failure != null || stopping) {
            throw new IllegalStateException("the client has stopped", failure);
        }
    }

    private long now() {
        return (System.nanoTime() - startedAt) / 1_000_000;
    }

    /** Brings what a link tells to the client's thread; a link that was let go is not listened to any more. */
    private final class Told implements Link.Events {
        @Override
        public void opened() {
            tell(() -> protocol.opened(now()));
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
            tell(() -> {
                forget();
                return protocol.closed(code, reason, now());
            });
        }

        @Override
        public void notOpened(Notice.NotLetIn why) {
            tell(() -> {
                forget();
                return protocol.notOpened(why, now());
            });
        }

        private void tell(Supplier<List<Step>> what) {
            ifCurrent(() -> take(what.get()));
        }

        private void ifCurrent(Runnable what) {
            events.add(() -> {
                if (told == this) {
                    what.run();
                }
            });
        }
    }
}
