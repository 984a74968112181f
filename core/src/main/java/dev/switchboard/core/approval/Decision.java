package dev.switchboard.core.approval;

import org.jspecify.annotations.Nullable;

/**
 * The one answer to an approval.
 *
 * @param reason what the person said, or why nobody did
 * @param code why nobody answered: {@link #TIMEOUT} or {@link #STOPPED}; null when somebody did
 */
public record Decision(
        boolean approved, @Nullable String reason, @Nullable String code) {
    public static final String TIMEOUT = "approval_timeout";
    public static final String STOPPED = "stopped";

    public static Decision by(boolean approved, @Nullable String reason) {
        return new Decision(approved, reason, null);
    }
}
