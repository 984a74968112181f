package dev.switchboard.edge.board;

import dev.switchboard.edge.net.Peer;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.ToBoard;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;

/** A socket that keeps what it is given; a frame has left when the test says so. Thread: any. */
final class HeldSocket implements WebSocket {
    private final List<ToBoard> sent = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedDeque<Receipt> underWay = new ConcurrentLinkedDeque<>();

    @Override
    public void send(String text, Receipt receipt) {
        if (receipt != Receipt.NONE) {
            underWay.addLast(receipt);
        }
        if (BoardFrames.readAnswer(text) instanceof BoardFrames.Read.Message<ToBoard>(var envelope)) {
            sent.add(envelope.payload());
        } else {
            throw new AssertionError("no message of the protocol");
        }
    }

    List<ToBoard> sent() {
        return List.copyOf(sent);
    }

    /** The oldest of them has left, or never will. */
    void settle(boolean written) {
        underWay.removeFirst().settled(written);
    }

    void settleAll() {
        while (!underWay.isEmpty()) {
            settle(true);
        }
    }

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
