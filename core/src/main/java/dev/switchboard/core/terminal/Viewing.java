package dev.switchboard.core.terminal;

/**
 * One viewer's look at one terminal: the kept output behind a reset, then whatever comes, without gap or repetition.
 *
 * <p>Thread: one takes; any says what was written and closes, more than once. Neither of these two blocks.
 */
public interface Viewing extends AutoCloseable {
    /** Waits for what comes next. */
    Shown next() throws InterruptedException;

    /**
     * Everything before this offset has reached the viewer. While all viewers have too much before them that has not,
     * the program in the terminal waits.
     *
     * @param next as the piece had it
     */
    void written(long next);

    /** Ends the look and never the terminal. */
    @Override
    void close();
}
