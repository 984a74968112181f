package dev.switchboard.client;

import java.util.List;

/**
 * What the device was told to say and has not shown an answer to. Each method returns when a crash can no longer undo
 * it, as far as the implementation can promise that.
 *
 * <p>Thread: the client's, but for {@link #add}, which may be called from anywhere.
 */
public interface Outbox {

    /**
     * A message without an answer.
     *
     * @param maybeShown its answer was about to be shown when the process before this one ended
     */
    record Entry(String id, String text, boolean maybeShown) {}

    /** Gives the text an id that was never used before, {@code <peer>-000001} and so on, and keeps both. */
    Entry add(String text);

    /** The oldest first. */
    List<Entry> unanswered();

    /** Its answer is going to be shown now. */
    void showing(String id);

    /** It is done with: its answer was shown, or it was refused and that was shown. */
    void done(String id);

    /** Its id was used for another text before: gives it one past the clock's seconds, in the same place. */
    Entry renamed(String id);
}
