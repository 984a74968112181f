package dev.switchboard.core.identity;

/**
 * A session between two times it was begun anew. Whoever writes for a session names the epoch it took the session up in,
 * and is answered {@link dev.switchboard.core.failure.ErrorCode#NO_LONGER_YOURS} when that is over: it has come too late,
 * and nothing it does counts any more.
 */
public record SessionEpoch(SessionId session, long number) {
    /** A session that was never begun anew. */
    public static SessionEpoch first(SessionId session) {
        return new SessionEpoch(session, 0);
    }

    @Override
    public String toString() {
        return session + " in epoch " + number;
    }
}
