package dev.switchboard.core.channel;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.message.FinishReason;

/** What became of a message at the door. All but {@link Refused} are on disk when they are returned. */
public sealed interface Admission {

    /** Recorded under this number of its session; it will be answered. */
    record Accepted(long seq) implements Admission {}

    /** This id was accepted before and has no answer yet. {@code idReused}: the earlier text was another one. */
    record Running(boolean idReused) implements Admission {}

    /** This id was accepted before under number {@code seq}; here is its answer. */
    record Answered(long seq, String reply, RunId run, FinishReason finishReason, boolean idReused)
            implements Admission {}

    /** Nothing was recorded: the same id may be sent again. */
    record Refused(ErrorCode code, String why) implements Admission {}
}
