package dev.switchboard.core.terminal;

/**
 * Somebody who looks at a terminal.
 *
 * <p>Thread: one call at a time, in order; the first on the thread that attaches, the others on the terminal's own. A call
 * must not block, since the terminal and its other viewers wait for it, and must not call the terminal back except
 * to detach.
 */
public interface TerminalViewer {
    /**
     * Bytes of the terminal. The first call after attaching is the scrollback behind a reset of the screen
     * ({@code ESC c}, which counts for no offset), also when there is none yet; then whatever comes, without gap or
     * repetition. A character may be cut anywhere.
     *
     * @param bytes not changed by anybody afterwards
     * @param offset of the first byte that is the terminal's, counted from its start
     * @param written to be called once when these bytes have left, from any thread: while all viewers have too much that
     *     has not, the program in the terminal waits
     */
    void output(byte[] bytes, long offset, Runnable written);

    /** The program has ended and all of its output was given. Nothing comes after this. */
    void exited(int exitCode);
}
