package dev.switchboard.core.status;

import dev.switchboard.core.identity.RunId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an agent is doing.
 *
 * @param run the newest it works on, null if there is none
 * @param spentMicros in the present period, in millionths of a dollar; null without a budget
 * @param limitMicros likewise
 */
public record AgentStatus(
        String agent,
        State state,
        @Nullable RunId run,
        @Nullable Long spentMicros,
        @Nullable Long limitMicros) {

    public enum State {
        IDLE,
        RUNNING,
        /** Waits for an approval, or its budget is used up. */
        PAUSED,
        /** Its model could not be reached the last time it was asked. */
        ERROR;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
