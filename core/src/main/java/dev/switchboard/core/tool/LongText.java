package dev.switchboard.core.tool;

import java.io.IOException;
import java.io.Reader;

/**
 * A text that is too long to be held in memory. Whoever records the result reads it, as often as needed, and closes it;
 * then it is gone.
 */
public interface LongText extends AutoCloseable {
    /** From its beginning. */
    Reader open() throws IOException;

    /** Whether there was more of it than can be read here. */
    boolean isCut();

    /** Lets it go; never fails. */
    @Override
    void close();
}
