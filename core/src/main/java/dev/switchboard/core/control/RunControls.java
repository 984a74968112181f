package dev.switchboard.core.control;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Injection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stops and steers what runs, and says who answers in a session. Thread: any. */
public interface RunControls {
    /** What became of a message sent to a run. */
    enum Injected {
        TAKEN,
        /** The same message was sent before. */
        DUPLICATE,
        /** The run has ended, or there never was one. */
        NOT_RUNNING
    }

    /**
     * Ends what runs in the session; what was said so far is its answer. It is on record before it happens, so that a
     * crash in between does not undo it.
     *
     * @param kill its processes are ended at once
     * @return the run, empty if none is under way
     */
    Optional<RunId> stop(SessionId session, boolean kill, @Nullable String reason);

    /** The same for this run and no other; one that has not begun yet is stopped when it would. */
    void stop(SessionId session, RunId run, @Nullable String reason);

    /** Sends a run of this session a message, also before it begins; returns when it is on disk. */
    Injected inject(SessionId session, RunId run, Injection injection);

    /** The run that is under way in a session, in whichever gateway. */
    Optional<RunId> running(SessionId session);

    /** The names of those who can answer. */
    List<String> agents();

    /** From the next message on this agent answers; it is told all that was said. False if there is no such agent. */
    boolean switchAgent(SessionId session, String agent);

    /**
     * As {@link #switchAgent}, but the new agent gets a summary written by the old one instead of what was said, if the
     * old one is of a kind that can write one.
     *
     * @throws dev.switchboard.core.failure.SwitchboardException if it could not be written
     */
    boolean handOver(SessionId session, String agent) throws InterruptedException;
}
