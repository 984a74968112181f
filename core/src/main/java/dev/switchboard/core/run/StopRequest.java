package dev.switchboard.core.run;

import dev.switchboard.core.failure.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Why a run is to end now.
 *
 * @param kill processes get no time to clean up
 * @param limit the limit that was reached; null when a person asked for it
 */
record StopRequest(
        boolean kill, @Nullable String reason, @Nullable ErrorCode limit) {}
