package dev.switchboard.edge.watch;

import dev.switchboard.edge.net.WebSocket;

/** Where a projection puts its frames. After the watch was closed they go nowhere. */
public interface Frames {
    void send(String frame);

    /** @param receipt told once what became of it; of what went nowhere, that it was not written */
    void send(String frame, WebSocket.Receipt receipt);
}
