package dev.switchboard.client.board;

import dev.switchboard.protocol.board.FromBoard;
import org.jspecify.annotations.Nullable;

/** A task that has not ended, as far as we know. Thread: the client's. */
final class WatchedTask {
    final String key;
    /** Null if somebody else submitted it. */
    final FromBoard.@Nullable Submit submit;

    final boolean streamDeltas;
    /** Null until the gateway has said it. */
    @Nullable
    String taskId;
    /** The id of the message by which it was submitted or attached to on this connection. */
    @Nullable
    String askedBy;
    /** Whether the gateway may know of it. */
    boolean sent;
    /** To be stopped as soon as its id is known. */
    FromBoard.@Nullable Stop stop;

    private WatchedTask(String key, FromBoard.@Nullable Submit submit, boolean streamDeltas, @Nullable String taskId) {
        this.key = key;
        this.submit = submit;
        this.streamDeltas = streamDeltas;
        this.taskId = taskId;
    }

    static WatchedTask submitted(String key, FromBoard.Submit submit) {
        var options = submit.options();
        return new WatchedTask(key, submit, options != null && Boolean.TRUE.equals(options.streamDeltas()), null);
    }

    static WatchedTask attached(String taskId, boolean streamDeltas) {
        return new WatchedTask(taskId, null, streamDeltas, taskId);
    }

    /** Nobody is going to answer what was asked. */
    void askAgain() {
        askedBy = null;
    }

    boolean isNamed(String name) {
        return key.equals(name) || name.equals(taskId);
    }

    /** What makes the gateway tell of it on this connection: the same key again if its id never came. */
    FromBoard question() {
        return taskId == null && submit != null ? submit : new FromBoard.AttachTask(taskId, streamDeltas);
    }
}
