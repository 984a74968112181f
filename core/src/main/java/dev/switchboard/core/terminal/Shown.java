package dev.switchboard.core.terminal;

/** What a viewer of a terminal gets next. */
public sealed interface Shown {
    /**
     * Bytes of the terminal. A character may be cut anywhere. The first piece begins with a reset of the screen
     * ({@code ESC c}), which counts for no offset, and comes also when nothing was shown yet.
     *
     * @param bytes not changed by anybody afterwards
     * @param offset of the first byte that is the terminal's, counted from its start
     * @param next the offset of the byte that comes after these
     */
    record Output(byte[] bytes, long offset, long next) implements Shown {}

    /** The program has ended and all of its output was given. Nothing comes after this. */
    record Exited(int exitCode) implements Shown {}

    /** The look is over: it was closed, or the viewer was dropped. */
    record Left() implements Shown {}
}
