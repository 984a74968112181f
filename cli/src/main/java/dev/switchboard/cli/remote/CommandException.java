package dev.switchboard.cli.remote;

import org.jspecify.annotations.Nullable;

/** It could not be done. The message is one line for a person that names the next step. */
public class CommandException extends RuntimeException {
    private final int exitCode;

    public CommandException(int exitCode, String message) {
        this(exitCode, message, null);
    }

    public CommandException(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public static CommandException misused(String message) {
        return new CommandException(Exit.MISUSED, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
