package dev.switchboard.bench;

/** Something could not be measured at all; a missed target is no exception. */
final class MeasureException extends RuntimeException {
    MeasureException(String message) {
        super(message);
    }

    MeasureException(String message, Throwable cause) {
        super(message, cause);
    }
}
