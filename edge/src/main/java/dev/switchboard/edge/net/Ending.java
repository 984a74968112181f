package dev.switchboard.edge.net;

import io.netty.channel.Channel;

/**
 * How a socket ends: what either side has said last, and when it may be let go. Thread: the event loop.
 */
final class Ending {
    private static final long CLOSE_MILLIS = 5_000;

    private enum State {
        OPEN,
        /** Our close frame is on its way and the client's has not come. */
        CLOSING,
        /** The client has said its last word, or one we cannot understand. */
        DONE
    }

    private final Channel channel;
    private final Outbox outbox;
    private State state = State.OPEN;
    private int code = CloseCode.CUT;
    private String reason = "";
    private boolean isSaid;
    private boolean lingers;
    private long deadline;

    Ending(Channel channel, Outbox outbox) {
        this.channel = channel;
        this.outbox = outbox;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    /** The client has had its time to answer our close. */
    boolean isOverdue(long now) {
        return state != State.OPEN && now >= deadline;
    }

    /** What the listener is told. */
    Inbox.Item.Closed told() {
        return new Inbox.Item.Closed(code, reason);
    }

    /** The first reason is the one that counts. */
    void because(int why, String words) {
        if (code == CloseCode.CUT) {
            code = why;
            reason = words;
        }
    }

    /** We close; the client may still answer. */
    void say(int why, String words) {
        if (state == State.OPEN) {
            because(why, words);
            state = State.CLOSING;
            write(CloseCode.payload(why, words));
        }
    }

    /** We close and listen to nothing more: say why, throw away the rest, leave when that has left. */
    void sayLast(int why, String words) {
        lingers = true;
        say(why, words);
        done();
    }

    /** The client closes. It reads nothing more, so what waits is given up. */
    void answer(int why, String words) {
        because(why, words);
        outbox.abandon();
        state = State.DONE;
        write(CloseCode.payload(why == CloseCode.NONE_GIVEN ? CloseCode.NORMAL : why, ""));
    }

    /** The client has said its last word, and ours was said before. */
    void done() {
        state = State.DONE;
        leaveIfSaid();
    }

    private void write(byte[] payload) {
        deadline = Sweep.now() + CLOSE_MILLIS;
        outbox.addClose(payload, _ -> {
            isSaid = true;
            leaveIfSaid();
        });
    }

    /** Both sides have said their last word, or ours was the last that counts. */
    private void leaveIfSaid() {
        if (!isSaid || state != State.DONE) {
            return;
        }
        if (lingers) {
            Linger.begin(channel);
        } else {
            channel.close();
        }
    }
}
