package dev.switchboard.core.tool;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How much an agent may do without asking, from strict to loose. */
public enum ApprovalMode {
    /** Asks for everything but reads. */
    ALWAYS_ASK,
    /** Asks before commands and the network, unless a rule allows the command. */
    AGENT_DECIDES,
    ALWAYS_EXECUTE;

    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public ApprovalMode strictest(ApprovalMode other) {
        return compareTo(other) <= 0 ? this : other;
    }
}
