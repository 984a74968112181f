package dev.switchboard.core.journal;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * A message sent to a run that is under way.
 *
 * @param messageId the sender's id: the same one again is the same message
 */
public record Injection(String messageId, Mode mode, String text) {

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
