package dev.switchboard.edge.net;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a handler answers. */
public sealed interface Response {

    /** A whole answer. */
    record Full(int status, Headers headers, byte[] body) implements Response {}

    /** A whole answer of which somebody wants to know whether it went out. */
    record Watched(Full answer, Watcher watcher) implements Response {}

    /**
     * An answer that goes on until {@code writer} returns or the client leaves. Where the headers have a
     * {@code Content-Length}, the writer writes exactly that much, or throws: only a cut tells that it is not all.
     */
    record Streamed(int status, Headers headers, BodyWriter writer) implements Response {}

    /**
     * Yes to a WebSocket.
     *
     * @param protocol the subprotocol that is selected if the client offers it; a browser wants one of its own selected
     */
    record Upgrade(
            SocketSettings settings,
            SocketListener listener,
            @Nullable String protocol) implements Response {
        public Upgrade(SocketSettings settings, SocketListener listener) {
            this(settings, listener, null);
        }
    }

    /** Told one of the two, once. Thread: an event loop or the request's own; neither may be held up. */
    interface Watcher {
        /** The last byte is with the operating system. */
        void written();

        /** The client left, or was cut, before that. */
        void lost();
    }

    /** Thread: a virtual thread of its own. */
    interface BodyWriter {
        void write(BodySink sink) throws IOException, InterruptedException;

        /** The answer is over, whether it was written or, as one to a HEAD, never begun. Called once. */
        default void over() {}
    }

    interface BodySink {
        /** Hands over bytes; blocks while the client reads slower than we write. */
        void write(byte[] bytes) throws IOException, InterruptedException;

        /** Ends the connection, also while {@link #write} waits. Thread: any. */
        void cut();

        /** Waits at most this long; true as soon as the client has left. */
        boolean closedWithin(java.time.Duration patience) throws InterruptedException;
    }
}
