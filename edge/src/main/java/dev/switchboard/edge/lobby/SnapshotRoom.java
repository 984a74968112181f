package dev.switchboard.edge.lobby;

import dev.switchboard.json.Json;
import java.util.List;

/**
 * How much of one kind a snapshot takes, counted as it goes over the wire: a frame that is larger than a socket's outbox
 * would close the socket, and again when its client comes back.
 *
 * <p>Thread: one.
 */
final class SnapshotRoom {
    private long left;

    SnapshotRoom(int bytes) {
        this.left = bytes;
    }

    /** Those there is room for, in their order. */
    <T> List<T> of(List<T> lines) {
        return lines.stream().filter(this::takes).toList();
    }

    /** One that is too large takes nothing: what follows may still fit. */
    boolean takes(Object line) {
        // One more for the comma.
        long bytes = Json.mapper().writeValueAsBytes(line).length + 1L;
        if (bytes > left) {
            return false;
        }
        left -= bytes;
        return true;
    }
}
