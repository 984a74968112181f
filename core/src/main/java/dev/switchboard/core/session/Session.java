package dev.switchboard.core.session;

import dev.switchboard.core.identity.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One conversation as a thing of its own. It is there before its first message; all that is known of it is in here, and
 * nothing in its id.
 *
 * @param name what a list shows, without secrets
 * @param agent the agent it was given or switched to; null while whoever is in charge of its channel answers
 * @param channel where its messages come from; null if it was made by hand
 * @param workingDir the folder it works in, if it has one of its own
 * @param nativeId what a foreign program calls it
 * @param lastEventAt when something last happened in it, or when it was made
 * @param lastSeq the highest number in its ledger, 0 before the first event
 * @param lastText the beginning of what was last said, without secrets
 * @param lowWater events up to this number are gone
 * @param epoch how often it was begun anew; who writes for an older one is too late
 */
public record Session(
        SessionId id,
        SessionKind kind,
        String name,
        @Nullable String agent,
        @Nullable String channel,
        @Nullable String workingDir,
        @Nullable String nativeId,
        Instant createdAt,
        Instant lastEventAt,
        long lastSeq,
        @Nullable String lastText,
        SessionState state,
        boolean pinned,
        boolean archived,
        long lowWater,
        long epoch) {}
