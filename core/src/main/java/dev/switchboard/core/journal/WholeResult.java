package dev.switchboard.core.journal;

import java.io.IOException;
import tools.jackson.core.JsonGenerator;

/** A result that may be too long to be held in memory. */
public interface WholeResult {
    /** As one JSON object, piece by piece. */
    void writeTo(JsonGenerator json) throws IOException;
}
