package dev.switchboard.core.journal;

import java.io.IOException;
import java.io.Reader;

/** The whole result of a call, of any length. */
public interface StoredResult {
    /** Its JSON; whoever reads it closes it. Fails if it was let go meanwhile. */
    Reader open() throws IOException;
}
