package dev.switchboard.client;

import dev.switchboard.client.link.Link;
import dev.switchboard.client.link.LinkLoop;
import dev.switchboard.client.link.WebSocketLinks;
import dev.switchboard.protocol.terminal.FromTerminal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A device: it connects, says what it is given, shows what it hears, and comes back after every cut. What it was given
 * is in the outbox before {@link #say} returns and leaves it after its answer was shown.
 *
 * <p>Thread: {@code say}, {@code retry} and {@code close} from anywhere. The listener is called on the client's own
 * thread, one notice at a time; an answer counts as shown when it returns.
 */
public final class DeviceClient implements AutoCloseable {
    private final Outbox outbox;
    private final Consumer<Notice> listener;
    private final DeviceProtocol protocol;
    private final LinkLoop<Step> loop;
    /** Notified when something left the outbox, or the client has stopped. */
    private final Object settled = new Object();

    /** @param listener called on the client's thread */
    public static DeviceClient start(DeviceSettings settings, Outbox outbox, Consumer<Notice> listener) {
        var bearer = settings.tokenInConnect() ? null : settings.token();
        return start(
                settings,
                outbox,
                listener,
                new WebSocketLinks(
                        settings.url(),
                        bearer,
                        settings.caFile(),
                        settings.timing().openWithin(),
                        status -> refusal(status, settings.url())));
    }

    static DeviceClient start(DeviceSettings settings, Outbox outbox, Consumer<Notice> listener, Link.Opener opener) {
        var client = new DeviceClient(settings, outbox, listener, opener);
        client.loop.start();
        return client;
    }

    private DeviceClient(DeviceSettings settings, Outbox outbox, Consumer<Notice> listener, Link.Opener opener) {
        this.outbox = outbox;
        this.listener = listener;
        var hello = new FromTerminal.Connect(
                settings.peerId(),
                settings.deviceName(),
                List.of("text", "notices"),
                null,
                null,
                settings.tokenInConnect() ? settings.token() : null);
        this.protocol = new DeviceProtocol(hello, settings.timing(), outbox, () -> ThreadLocalRandom.current()
                .nextDouble());
        this.loop = new LinkLoop<>("device", opener, protocol, this::act, this::stopped);
    }

    /** Keeps the text and sends it when its turn comes; the id it goes under. */
    public String say(String text) {
        mustWork();
        var entry = outbox.add(text);
        loop.post(() -> loop.take(protocol.added(loop.now())));
        return entry.id();
    }

    /** Says the last text that failed or was refused again, under a new id. False if there is none. */
    public boolean retry() throws InterruptedException {
        var answer = new CompletableFuture<Boolean>();
        loop.post(() -> {
            var text = protocol.takeRetryable();
            text.ifPresent(again -> {
                outbox.add(again);
                loop.take(protocol.added(loop.now()));
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
                if (left <= 0 || loop.failure() != null) {
                    return false;
                }
                settled.wait(left);
            }
            return true;
        }
    }

    /** What ended the client though nobody closed it, such as an outbox that cannot be written. */
    public @Nullable Throwable failure() {
        return loop.failure();
    }

    /** Leaves. What is unanswered stays in the outbox. */
    @Override
    public void close() {
        loop.close();
    }

    private void act(Step step) {
        switch (step) {
            case Step.Open() -> loop.open();
            case Step.Send(String frame) -> loop.send(frame);
            case Step.Drop() -> loop.drop();
            case Step.Tell(Notice notice) -> listener.accept(notice);
            case Step.Show(Notice notice, String messageId) -> {
                outbox.showing(messageId);
                listener.accept(notice);
                outbox.done(messageId);
                tellWhoWaits();
            }
        }
    }

    private void tellWhoWaits() {
        synchronized (settled) {
            settled.notifyAll();
        }
    }

    private void mustWork() {
        if (loop.isOver()) {
            throw new IllegalStateException("the client has stopped", loop.failure());
        }
    }

    private static String refusal(int status, URI url) {
        return switch (status) {
            case 401 -> "the channel wants its token (401) — give the right one";
            case 403 ->
                "the gateway does not let this device in (403) — the channel is disabled or answers its own machine"
                        + " only without a token";
            case 404 -> "there is no such channel (404) — look at the end of " + url;
            case 502, 503, 504 -> "the gateway is not there behind its proxy (%d)".formatted(status);
            default -> "%s is no terminal channel (%d)".formatted(url, status);
        };
    }

    private void stopped(String why) {
        tellWhoWaits();
        listener.accept(new Notice.Stopped(why));
    }
}
