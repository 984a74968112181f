package dev.switchboard.client.board;

import dev.switchboard.client.link.Link;
import dev.switchboard.client.link.LinkLoop;
import dev.switchboard.client.link.WebSocketLinks;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.SaidMessage;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A board: it gives tasks to a gateway, tells what becomes of them, and comes back after every cut. Each task that was
 * submitted or attached to gets one {@link BoardNotice.Ended}.
 *
 * <p>Thread: every method from anywhere; none waits for the gateway. The listener is called on the client's own thread,
 * one notice at a time, and the next frame is not read before it returns.
 */
public final class BoardClient implements AutoCloseable {
    private final Consumer<BoardNotice> listener;
    private final BoardProtocol protocol;
    private final LinkLoop<BoardStep> loop;

    /**
     * @param listener called on the client's thread
     * @throws IllegalArgumentException if the certificates cannot be used
     */
    public static BoardClient start(BoardSettings settings, Consumer<BoardNotice> listener) {
        var links = new WebSocketLinks(
                settings.url(),
                null,
                settings.caFile(),
                settings.timing().openWithin(),
                status -> refusal(status, settings));
        return start(settings, listener, links);
    }

    static BoardClient start(BoardSettings settings, Consumer<BoardNotice> listener, Link.Opener opener) {
        var client = new BoardClient(settings, listener, opener);
        client.loop.start();
        return client;
    }

    private BoardClient(BoardSettings settings, Consumer<BoardNotice> listener, Link.Opener opener) {
        this.listener = listener;
        this.protocol = new BoardProtocol(
                settings, () -> ThreadLocalRandom.current().nextDouble(), BoardClient::id, Clock.systemUTC());
        this.loop = new LinkLoop<>(
                "board", opener, protocol, this::act, why -> listener.accept(new BoardNotice.Stopped(why)));
    }

    /** Submits a task as soon as it can; the key it goes under, its own if it has one. */
    public String submit(FromBoard.Submit task) {
        var key = task.idempotencyKey() == null ? id() : task.idempotencyKey();
        var keyed = new FromBoard.Submit(
                key, task.goal(), task.messages(), task.plan(), task.artifacts(), task.memory(), task.options());
        post(() -> loop.take(protocol.submit(key, keyed)));
        return key;
    }

    /** Watches a task that somebody has submitted. */
    public void attach(String taskId, boolean streamDeltas) {
        post(() -> loop.take(protocol.attach(taskId, streamDeltas)));
    }

    /** @param task its key or its id */
    public void stop(String task, @Nullable String reason) {
        post(() -> loop.take(protocol.stop(task, reason)));
    }

    /** @param injectionMode {@code steer}, {@code followup} or {@code collect} */
    public void message(String taskId, SaidMessage message, String injectionMode) {
        post(() -> loop.take(protocol.say(taskId, new FromBoard.Steer(taskId, message, injectionMode))));
    }

    /** Answers an approval; the first answer of anyone counts. */
    public void respond(String approvalId, boolean approved, @Nullable String reason) {
        post(() -> loop.take(protocol.say(approvalId, new FromBoard.ApprovalResponse(approvalId, approved, reason))));
    }

    /** What ended the client though nobody closed it: its listener failed. */
    public @Nullable Throwable failure() {
        return loop.failure();
    }

    /** Leaves. Tasks go on without us. */
    @Override
    public void close() {
        loop.close();
    }

    private void post(Runnable what) {
        if (loop.isOver()) {
            throw new IllegalStateException("the client has stopped", loop.failure());
        }
        loop.post(what);
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    private static String refusal(int status, BoardSettings settings) {
        return switch (status) {
            case 403 ->
                "the gateway does not talk to this address (403) — name it in server.hosts of its configuration";
            case 404 -> "there is no board at %s (404) — check the address".formatted(settings.url());
            case 502, 503, 504 -> "the gateway is not there behind its proxy (%d)".formatted(status);
            default -> "%s is no gateway (%d)".formatted(settings.url(), status);
        };
    }

    private void act(BoardStep step) {
        switch (step) {
            case BoardStep.Open() -> loop.open();
            case BoardStep.Send(String frame) -> loop.send(frame);
            case BoardStep.Drop() -> loop.drop();
            case BoardStep.Tell(BoardNotice notice) -> listener.accept(notice);
        }
    }
}
