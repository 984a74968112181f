package dev.switchboard.cli.remote;

/** No answer at all: it may be there again in a moment, which is worth waiting for when one watches. */
public final class UnreachableException extends CommandException {
    UnreachableException(String message, Throwable cause) {
        super(Exit.NOT_LET_IN, message, cause);
    }
}
