package dev.switchboard.core.journal;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * A message sent to a run that is under way.
 *
 * @param messageId the sender's id: the same one again is the same message
 * @param mayLoosen whether the sender could answer approvals itself. If not, the run is watched from this message on at
 *     least as strictly as its agent: what it was submitted with was not given to this sender.
 */
public record Injection(String messageId, Mode mode, String text, boolean mayLoosen) {

    public enum Mode {
        /** Taken up before the next model call. */
        STEER,
        /** Another turn when this one is answered. */
        FOLLOWUP,
        /** Gathered with others, given as one message when this turn is answered. */
        COLLECT;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
