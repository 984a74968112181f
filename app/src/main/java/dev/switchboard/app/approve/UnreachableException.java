package dev.switchboard.app.approve;

/** No answer at all: it may be there again in a moment, which is worth waiting for when one watches. */
final class UnreachableException extends ApproveException {
    UnreachableException(String message, Throwable cause) {
        super(Exit.NOT_LET_IN, message, cause);
    }
}
