package dev.switchboard.core.journal;

import tools.jackson.core.JsonGenerator;

/** A result that may be too long to be held in memory. */
public interface WholeResult {
    /**
     * As one JSON object, piece by piece.
     *
     * @throws UnreadableResult if it cannot be read itself
     */
    void writeTo(JsonGenerator json);
}
