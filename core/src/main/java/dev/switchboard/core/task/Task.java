package dev.switchboard.core.task;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.session.SessionKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run and the message it is for.
 *
 * @param kind of its session: says which scopes it takes
 * @param messageSeq the ledger number of that message; all that the run records has higher ones
 * @param messageId what its sender called it
 * @param goal the message's text as it is shown, without secrets
 * @param begun whether the run was ever started
 * @param end null while it has none
 */
public record Task(
        RunId run,
        SessionId session,
        SessionKind kind,
        long messageSeq,
        String messageId,
        String goal,
        Instant acceptedAt,
        boolean begun,
        RunEvent.@Nullable Final end) {}
