package dev.switchboard.core.tool;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a tool does to the world: approvals are decided by this and by nothing a tool is called. */
public enum Effect {
    /** Looks only: may be done again after a crash, and beside other reads. */
    READ,
    WRITE,
    EXECUTE,
    NETWORK;

    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
