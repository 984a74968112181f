package dev.switchboard.edge.net;

/**
 * One end of a WebSocket, ours. Thread: one call at a time, each on a virtual thread; the next frame is not read before
 * the call returns. {@code onOpen} comes first, {@code onClose} last and exactly once.
 */
public interface SocketListener {
    void onOpen(WebSocket socket);

    void onText(String text);

    void onBinary();

    /** A WebSocket ping came; it is answered without us. Thread: the event loop, also during another call; be quick. */
    default void onPing() {}

    /** Also after a cut, a missed heartbeat or our own close; {@code code} is 1006 when nobody said one. */
    void onClose(int code, String reason);
}
