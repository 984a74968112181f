package dev.switchboard.edge.watch;

import dev.switchboard.core.preview.LiveView.Seen;

/**
 * What a dialect shows of a session as it happens. It is all in which the dialects differ: who reads, who waits for whom
 * and who is dropped is the {@link SessionWatch}'s.
 *
 * <p>Thread: the watch's, but {@link #over}, which may be called from anywhere.
 */
public interface Projection {
    /**
     * One thing that happened.
     *
     * @param replayed whether it had happened when the watch began
     * @return false if this was the last thing to be shown
     */
    boolean see(Seen seen, boolean replayed, Frames out);

    /** All that had happened when the watch began was seen; also when that is nothing. */
    default void caughtUp(Frames out) {}

    /** Nothing is shown any more: that was all, or the watch was closed. Called once. */
    default void over() {}
}
