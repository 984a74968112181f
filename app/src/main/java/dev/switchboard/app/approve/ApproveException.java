package dev.switchboard.app.approve;

import org.jspecify.annotations.Nullable;

/** It could not be done. The message is one line for a person that names the next step. */
public class ApproveException extends RuntimeException {
    private final int exitCode;

    ApproveException(int exitCode, String message) {
        this(exitCode, message, null);
    }

    ApproveException(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
