package dev.switchboard.client.board;

import dev.switchboard.protocol.board.Envelope;
import dev.switchboard.protocol.board.ToBoard;
import org.jspecify.annotations.Nullable;

/** What the client tells whoever embeds it. A task is named by the key it was submitted under, or its id if attached to. */
public sealed interface BoardNotice {

    /** @param inMillis when it will try to connect, while {@link BoardProtocol.State#DISCONNECTED} */
    record StateChanged(BoardProtocol.State state, long inMillis) implements BoardNotice {}

    /**
     * A frame, but for a task's end that was told before.
     *
     * @param text as it came
     * @param message null if it is of a type that this client does not know
     */
    record Received(String text, @Nullable Envelope<ToBoard> message) implements BoardNotice {}

    /** The gateway has the task, perhaps from before; again after each new connection. */
    record Started(String key, String taskId) implements BoardNotice {}

    /** Told once for each task. */
    record Ended(String key, @Nullable String taskId, TaskEnd end) implements BoardNotice {}

    /** Something a person may want to know; the client goes on by itself. */
    record Trouble(String sentence) implements BoardNotice {}

    /**
     * The gateway did not let us in.
     *
     * @param status the HTTP status, 0 if there was none
     * @param forGood trying again would not help, and the client does not; else it goes on
     */
    record NotLetIn(int status, String sentence, boolean forGood) implements BoardNotice {}

    /** The client could not go on, because its listener failed. */
    record Stopped(String why) implements BoardNotice {}
}
