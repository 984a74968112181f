package dev.switchboard.core.failure;

import static dev.switchboard.core.failure.ErrorCode.Blame.CALLER;
import static dev.switchboard.core.failure.ErrorCode.Blame.CAPACITY;
import static dev.switchboard.core.failure.ErrorCode.Blame.OURS;
import static dev.switchboard.core.failure.ErrorCode.Blame.UPSTREAM;

import java.util.Locale;

/** What went wrong, in a word that may go on the wire, and whose it is to mend. */
public enum ErrorCode {
    INVALID(CALLER),
    TOO_OLD(CALLER),
    /** The conversation was reset before the message was run. */
    RESET(CALLER),
    /** The conversation was reset since the message was answered: its answer is no longer kept. */
    FORGOTTEN(CALLER),
    SESSION_FULL(CAPACITY),
    /** Something else is under way in the session, and its dialect lets nothing wait. */
    BUSY(CAPACITY),
    SHUTTING_DOWN(CAPACITY),
    STORE_UNAVAILABLE(CAPACITY),
    ATTACHMENTS_FULL(CAPACITY),
    /** What was spoken has no text. */
    TRANSCRIPTION_FAILED(UPSTREAM),
    MODEL_UNAVAILABLE(UPSTREAM),
    MODEL_REFUSED(UPSTREAM),
    MODEL_TIMEOUT(UPSTREAM),
    STEP_LIMIT(CAPACITY),
    TOKEN_LIMIT(CAPACITY),
    TIME_LIMIT(CAPACITY),
    BUDGET_EXCEEDED(CAPACITY),
    TERMINAL_LIMIT(CAPACITY),
    TERMINAL_INPUT_FULL(CAPACITY),
    TERMINAL_UNAVAILABLE(OURS),
    GAVE_UP(OURS),
    /** The session was begun anew meanwhile: nobody is told, since nobody waits for it. */
    NO_LONGER_YOURS(OURS),
    INTERRUPTED(OURS),
    INTERNAL(OURS);

    public enum Blame {
        CALLER,
        UPSTREAM,
        CAPACITY,
        OURS
    }

    private final Blame blame;

    ErrorCode(Blame blame) {
        this.blame = blame;
    }

    public Blame blame() {
        return blame;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
