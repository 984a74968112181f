package dev.switchboard.core.journal;

import java.util.Optional;

/** The whole results of calls, of which events show only the beginning. */
public interface ResultStore {

    /** The whole result of a call, by the id of the event that shows it. */
    Optional<StoredResult> result(String eventId);
}
