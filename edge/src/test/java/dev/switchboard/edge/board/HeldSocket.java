package dev.switchboard.edge.board;

import dev.switchboard.edge.net.OpenSocket;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.ToBoard;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;

/** A socket that keeps what it is given; a frame has left when the test says so. Thread: any. */
final class HeldSocket extends OpenSocket {
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
}
