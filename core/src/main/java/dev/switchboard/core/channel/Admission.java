package dev.switchboard.core.channel;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.FinishReason;
import org.jspecify.annotations.Nullable;

/** What became of a message at the door. All but {@link Refused} are on disk when they are returned. */
public sealed interface Admission {

    /** Recorded under this number of its session; it will be answered. */
    record Accepted(long seq) implements Admission {}

    /**
     * This id was accepted before, into {@code session}, and has no answer yet. An id belongs to its peer, so that session
     * may be another thread's than the one it was sent to now. {@code idReused}: the earlier text was another one.
     * {@code run}: the run of a task, null for any other message.
     */
    record Running(
            SessionId session, boolean idReused, @Nullable RunId run) implements Admission {
        public Running(SessionId session, boolean idReused) {
            this(session, idReused, null);
        }
    }

    /** This id was accepted before, into {@code session} under number {@code seq}; here is its answer. */
    record Answered(SessionId session, long seq, String reply, RunId run, FinishReason finishReason, boolean idReused)
            implements Admission {}

    /**
     * This id was accepted before, into {@code session}, which was begun anew since: its answer is no longer kept, and
     * neither is its text. {@code run}: the run of a task, null for any other message.
     */
    record Forgotten(SessionId session, @Nullable RunId run) implements Admission {
        /** What the peer is shown in place of the answer. */
        public static final String REPLY = "This conversation was reset; the answer is no longer kept.";
    }

    /** Nothing was recorded: the same id may be sent again. */
    record Refused(ErrorCode code, String why) implements Admission {}
}
