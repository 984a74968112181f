package dev.switchboard.core.journal;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The whole results of calls, of which events show only the beginning. */
public interface ResultStore {

    /** The whole result of a call, by the id of the event that shows it. */
    Optional<ObjectNode> result(String eventId);
}
