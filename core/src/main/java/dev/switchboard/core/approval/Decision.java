package dev.switchboard.core.approval;

import dev.switchboard.core.ledger.RunEvent;
import org.jspecify.annotations.Nullable;

/**
 * The one answer to an approval.
 *
 * @param reason what the person said, or why nobody did
 * @param code why nobody answered: {@link #TIMEOUT} or {@link #STOPPED}; null when somebody did
 * @param by who answered; null when nobody did, and where an older gateway has not recorded it
 */
public record Decision(
        boolean approved, @Nullable String reason, @Nullable String code, RunEvent.@Nullable By by) {
    public static final String TIMEOUT = "approval_timeout";
    public static final String STOPPED = "stopped";

    /** Nobody answered. */
    public static Decision none(String why, String code) {
        return new Decision(false, why, code, null);
    }
}
