package dev.switchboard.core.approval;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** When a person is asked before a tool runs. Declared from strict to loose: {@link #strictest} relies on it. */
public enum ApprovalMode {
    /** For everything but reads. */
    ALWAYS_ASK,
    /** For what executes or reaches the network, unless an allow rule matches. */
    AGENT_DECIDES,
    /** Never. */
    ALWAYS_EXECUTE;

    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public ApprovalMode strictest(ApprovalMode other) {
        return compareTo(other) <= 0 ? this : other;
    }
}
