package dev.switchboard.core.approval;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.tool.Effect;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A question to people: may this call be made? It is bound to one call of one step, which never changes.
 *
 * @param callId the call, as events name it
 * @param turnId the turn it belongs to
 * @param arguments all of them
 * @param decision null while nobody has answered
 * @param askedAt null if an older gateway has asked
 * @param epoch of its session; null in what an older gateway has asked, when there was none but the first
 */
public record Approval(
        String id,
        SessionId session,
        RunId run,
        int step,
        int index,
        String callId,
        String turnId,
        String tool,
        ObjectNode arguments,
        Effect effect,
        String reason,
        Instant expiresAt,
        @Nullable Decision decision,
        @Nullable Instant askedAt,
        @Nullable Long epoch) {
    public Approval(
            String id,
            SessionId session,
            RunId run,
            int step,
            int index,
            String callId,
            String turnId,
            String tool,
            ObjectNode arguments,
            Effect effect,
            String reason,
            Instant expiresAt,
            @Nullable Decision decision,
            @Nullable Instant askedAt) {
        this(
                id, session, run, step, index, callId, turnId, tool, arguments, effect, reason, expiresAt, decision,
                askedAt, null);
    }

    /** What the question and its answer are recorded for. */
    public SessionEpoch at() {
        return new SessionEpoch(session, epoch == null ? 0 : epoch);
    }

    /** The same as it may be shown. */
    public Approval showing(ObjectNode shown, String why) {
        return new Approval(
                id, session, run, step, index, callId, turnId, tool, shown, effect, why, expiresAt, decision, askedAt,
                epoch);
    }

    public Approval answered(Decision answer) {
        return new Approval(
                id, session, run, step, index, callId, turnId, tool, arguments, effect, reason, expiresAt, answer,
                askedAt, epoch);
    }
}
