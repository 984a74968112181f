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

        record Text(String text) implements Item {}

        record Binary() implements Item {}

        record Closed(int code, String reason) implements Item {}
    }

    interface Reader {
        /** Thread: the virtual thread. Must not throw. */
        void take(Item item);

        /** There is room again for whoever was told there is none. Thread: the virtual thread. */
        void roomAgain();
    }

    private static final int MAX_ITEMS = 32;
    private static final int MAX_CHARS = 64 * 1024;

    private final Reader reader;
    private @Nullable ArrayDeque<Item> waiting;
    private int chars;
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
        chars += size(item);
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
        boolean room = oneAtATime ? !running : waiting == null || (waiting.size() < MAX_ITEMS && chars < MAX_CHARS);
        someoneWaits |= !room;
        return room;
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
            if (item != null) {
                chars -= size(item);
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
        return item instanceof Item.Text(var text) ? text.length() : 0;
    }
}
