package dev.switchboard.core.journal;

import java.io.IOException;

/** A result that cannot be read itself, which is no fault of whoever was to keep it. */
public final class UnreadableResult extends RuntimeException {
    public UnreadableResult(IOException cause) {
        super("the result cannot be read: " + cause.getMessage(), cause);
    }
}
