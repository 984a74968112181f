package dev.switchboard.client.board;

import dev.switchboard.protocol.board.ToBoard;

/** How a task ended, for good. */
public sealed interface TaskEnd {
    record Completed(ToBoard.TaskCompleted frame) implements TaskEnd {}

    record Failed(ToBoard.TaskError frame) implements TaskEnd {}

    record Stopped(ToBoard.TaskStopped frame) implements TaskEnd {}

    /** It never became a task, or there is none of this id. */
    record Refused(String code, String message) implements TaskEnd {}
}
