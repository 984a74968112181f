package dev.switchboard.edge.net;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What has come in for one listener, handed to it one at a time and in order on a virtual thread, which ends when there
 * is nothing left. Thread: {@code put} and {@code hasRoom} on the event loop.
 */
final class Inbox {

    sealed interface Item {
        record Opened() implements Item {}

        record Text(String text, int bytes) implements Item {}

        record Binary() implements Item {}

        record Closed(int code, String reason) implements Item {}
    }

    interface Reader {
        /** Thread: the virtual thread. Must not throw. */
        void take(Item item);

        /** All is taken and done, for whoever was told there is no room or asked to hear of it. Thread: the virtual one. */
        void roomAgain();
    }

    private static final int MAX_ITEMS = 32;
    private static final int MAX_BYTES = 64 * 1024;

    private final Reader reader;
    private @Nullable ArrayDeque<Item> waiting;
    private int waitingBytes;
    /** Of the item that the reader is at. */
    private int inHand;

    private boolean running;
    private boolean someoneWaits;

    Inbox(Reader reader) {
        this.reader = reader;
    }

    synchronized void put(Item item) {
        if (waiting == null) {
            waiting = new ArrayDeque<>(2);
        }
        waiting.add(item);
        waitingBytes += size(item);
        if (!running) {
            running = true;
            Thread.ofVirtual().name("socket").start(this::work);
        }
    }

    /**
     * Whether another frame should be decoded; if not, {@link Reader#roomAgain} will be called.
     *
     * @param oneAtATime only when the listener has done everything before
     */
    synchronized boolean hasRoom(boolean oneAtATime) {
        boolean room =
                oneAtATime ? !running : waiting == null || (waiting.size() < MAX_ITEMS && waitingBytes < MAX_BYTES);
        someoneWaits |= !room;
        return room;
    }

    /** What is not done with takes so many bytes in memory. */
    synchronized int held() {
        return waitingBytes + inHand;
    }

    /** As {@link #held}; {@link Reader#roomAgain} will be called when that is nothing any more. */
    synchronized int heldUntilTold() {
        someoneWaits |= running;
        return waitingBytes + inHand;
    }

    /** Lets frames that wait go unheard. Thread: any. */
    synchronized void drop() {
        if (waiting != null) {
            waiting.removeIf(item -> item instanceof Item.Text || item instanceof Item.Binary);
            waitingBytes = 0;
        }
    }

    private void work() {
        for (var item = next(); item != null; item = next()) {
            reader.take(item);
        }
    }

    private @Nullable Item next() {
        boolean tell;
        synchronized (this) {
            var item = waiting == null ? null : waiting.poll();
            inHand = item == null ? 0 : size(item);
            if (item != null) {
                waitingBytes -= inHand;
                return item;
            }
            waiting = null;
            running = false;
            tell = someoneWaits;
            someoneWaits = false;
        }
        if (tell) {
            reader.roomAgain();
        }
        return null;
    }

    private static int size(Item item) {
        return item instanceof Item.Text(var _, int bytes) ? bytes : 0;
    }
}
