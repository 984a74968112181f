package dev.switchboard.edge.net;

import java.net.InetAddress;

/** An open socket for tests of who sends: nothing but sending is expected of it. Thread: any. */
public abstract class OpenSocket implements WebSocket {
    @Override
    public void close(int code, String reason) {
        throw new AssertionError("nobody should close this: " + reason);
    }

    @Override
    public void overrun(String reason) {
        throw new AssertionError("nobody is too slow here: " + reason);
    }

    @Override
    public void cut() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void authenticated() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Peer peer() {
        return new Peer(InetAddress.getLoopbackAddress(), false);
    }
}
