package dev.switchboard.core.terminal;

import dev.switchboard.core.failure.SwitchboardException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The terminals of this gateway.
 *
 * <p>Thread: any. An id that is unknown, or whose terminal has ended, gives an empty answer or false.
 */
public interface Terminals {
    /** Oldest first. */
    List<TerminalInfo> list();

    Optional<TerminalInfo> find(String id);

    /**
     * Starts the person's shell in a terminal of its own.
     *
     * @param name what people call it; one is made up if there is none
     * @param workingDir where it starts, relative to the default workspace, which is also the default
     * @throws SwitchboardException in words: there is no such folder, there are too many terminals, the system gave none
     */
    TerminalInfo create(@Nullable String name, @Nullable String workingDir, @Nullable TerminalSize size);

    /**
     * Shows the terminal to one more viewer, from what is kept now.
     *
     * @param dropped called once if the viewer does not keep up: it is further behind than what is kept while somebody else
     *     reads, or nobody reads and the program has waited for it as long as programs wait. It may attach again. Must not
     *     block, and must not call back except to close
     */
    Optional<Viewing> attach(String id, Runnable dropped);

    /**
     * Types into the terminal: without waiting until the program reads it, as long as little waits; then as fast as the
     * program reads.
     *
     * @throws SwitchboardException in words: the program does not read, and as much as is kept for it waits already
     */
    boolean input(String id, String data);

    /** The last one to resize decides. */
    boolean resize(String id, TerminalSize size);

    /** Ends the program and everything it started in this terminal. Viewers hear of it when that is done. */
    boolean close(String id);

    /**
     * What was shown since a byte, for who looks now and then.
     *
     * @param after an offset from an earlier answer; 0 for all that is kept
     */
    Optional<Screenful> read(String id, long after);
}
