package dev.switchboard.core.failure;

import org.jspecify.annotations.Nullable;

/** A failure that names its code and its subject. The message is a sentence a person may read. */
public final class SwitchboardException extends RuntimeException {
    private final ErrorCode code;

    public SwitchboardException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public SwitchboardException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }
}
