package dev.switchboard.app.data;

import org.jspecify.annotations.Nullable;

/** The data folder cannot be had. The message is for a person: what, and what to do next. */
public class DataFolderException extends RuntimeException {
    DataFolderException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
