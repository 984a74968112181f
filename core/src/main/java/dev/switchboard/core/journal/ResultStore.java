package dev.switchboard.core.journal;

import dev.switchboard.core.identity.SessionId;
import java.util.Optional;

/** The whole results of calls, of which events show only the beginning. */
public interface ResultStore {

    /** The whole result of a call, by the id of the event that shows it. */
    Optional<StoredResult> result(String eventId);

    /** The session in which that call was made. */
    Optional<SessionId> sessionOfResult(String eventId);
}
