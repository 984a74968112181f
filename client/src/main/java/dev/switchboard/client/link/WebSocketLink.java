package dev.switchboard.client.link;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One socket. Thread: {@link Link}'s methods on the client's, {@link WebSocket.Listener}'s on the JDK's. */
final class WebSocketLink implements Link, WebSocket.Listener {
    /** A gateway's frames are far smaller; one that never ends must not fill the memory. */
    private static final int MAX_FRAME_CHARS = 16 * 1024 * 1024;

    private static final int ABNORMAL = 1006;
    private static final int TOO_BIG = 1009;

    private final Events events;
    private final StringBuilder frame = new StringBuilder();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable WebSocket socket;
    /** The one before must be out before the next may go. */
    private CompletableFuture<?> lastSend = CompletableFuture.completedFuture(null);

    WebSocketLink(Events events) {
        this.events = events;
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        if (over.get()) {
            opened.abort();
            return;
        }
        events.opened();
        opened.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        frame.append(part);
        if (frame.length() > MAX_FRAME_CHARS) {
            end(TOO_BIG, "a frame without end");
            from.abort();
        } else if (last) {
            var text = frame.toString();
            frame.setLength(0);
            events.text(text); // and asks for more when it was dealt with
        } else {
            from.request(1);
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        events.stirred();
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
        events.stirred();
        from.request(1);
        return null; // the JDK answers it
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
        events.stirred();
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        end(code, reason);
        return null; // the JDK answers it
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        end(ABNORMAL, "the connection broke");
    }

    @Override
    public void more() {
        var open = socket;
        if (open != null) {
            open.request(1);
        }
    }

    @Override
    public void send(String text) {
        var open = socket;
        if (open == null) {
            return;
        }
        lastSend = lastSend.thenCompose(_ -> open.sendText(text, true));
        lastSend.whenComplete((_, failure) -> {
            if (failure != null) {
                end(ABNORMAL, "the connection broke");
                open.abort();
            }
        });
    }

    @Override
    public void drop() {
        over.set(true);
        var open = socket;
        if (open != null) {
            open.abort();
        }
    }

    @Override
    public void leave() {
        var open = socket;
        if (!over.compareAndSet(false, true) || open == null) {
            return;
        }
        lastSend.thenCompose(_ -> open.sendClose(WebSocket.NORMAL_CLOSURE, ""))
                .orTimeout(1, TimeUnit.SECONDS)
                .handle((_, _) -> true)
                .join();
        open.abort();
    }

    private void end(int code, String reason) {
        if (over.compareAndSet(false, true)) {
            events.closed(code, reason);
        }
    }
}
