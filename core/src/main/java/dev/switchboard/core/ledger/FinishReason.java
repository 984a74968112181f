package dev.switchboard.core.ledger;

import java.util.Locale;

/** How a turn ended, as the peer is told. */
public enum FinishReason {
    STOP,
    ERROR;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
