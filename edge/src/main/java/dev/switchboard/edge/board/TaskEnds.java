package dev.switchboard.edge.board;

import dev.switchboard.core.channel.ChannelAdapter.Receipt;
import dev.switchboard.core.identity.RunId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the end of a task has reached a board. A board is told by the feed it watches, and the answer comes over the bus,
 * in either order: here they meet.
 *
 * <p>Thread: any.
 */
final class TaskEnds {
    /** Ends that boards have and whose answer has not come: a moment's worth, and runs of other channels, which have none. */
    private static final int MOST_SHOWN = 1_024;

    private static final class Watched {
        private int watchers;
        private @Nullable Receipt receipt;
    }

    private final Map<RunId, Watched> watched = new HashMap<>();
    private final Map<RunId, Boolean> shown = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, Boolean> eldest) {
            return size() > MOST_SHOWN;
        }
    };

    /** One more board watches this task; {@link #left} follows. */
    synchronized void watched(RunId run) {
        watched.computeIfAbsent(run, _ -> new Watched()).watchers++;
    }

    /** @param written whether the end has reached it */
    void left(RunId run, boolean written) {
        var receipt = leave(run, written);
        if (receipt != null) {
            settle(receipt, written);
        }
    }

    /** The answer of a task has come. */
    void answered(RunId run, Receipt receipt) {
        boolean isShown;
        synchronized (this) {
            isShown = shown.remove(run) != null;
            var known = watched.get(run);
            if (!isShown && known != null) {
                known.receipt = receipt;
                return;
            }
        }
        settle(receipt, isShown);
    }

    /** The receipt, if it is clear now what became of the answer. */
    private synchronized @Nullable Receipt leave(RunId run, boolean written) {
        var known = watched.get(run);
        if (known == null) {
            return null;
        }
        known.watchers--;
        if (known.watchers == 0) {
            watched.remove(run);
        }
        var receipt = written || known.watchers == 0 ? known.receipt : null;
        if (receipt != null) {
            known.receipt = null;
        } else if (written) {
            shown.put(run, true);
        }
        return receipt;
    }

    private static void settle(Receipt receipt, boolean delivered) {
        if (delivered) {
            receipt.delivered();
        } else {
            receipt.unclaimed();
        }
    }
}
