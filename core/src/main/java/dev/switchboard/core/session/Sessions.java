package dev.switchboard.core.session;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.OutboundMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All sessions there are. Those of channels and tasks are made by admission, along with their first message; all others
 * here. Thread: any.
 */
public interface Sessions {
    /** How many a page holds at most. */
    int MAX_PAGE = 500;

    int MAX_NAME = 200;

    /** How the ids of terminals and programs begin. Nothing that is said makes one of these. */
    String PROGRAM_PREFIX = "session-";

    /**
     * A session to be made, of a kind that no message makes.
     *
     * @param requestId the same one makes the same session, once; null for one more whatever was asked before
     */
    record NewSession(
            SessionKind kind,
            String name,
            @Nullable String agent,
            @Nullable String workingDir,
            @Nullable String nativeId,
            @Nullable String requestId) {}

    /** What is to be changed; null leaves it as it is. */
    record Changes(
            @Nullable String name,
            @Nullable Boolean pinned,
            @Nullable Boolean archived) {}

    /**
     * Which sessions are wanted.
     *
     * @param kinds no others are looked at
     * @param words found in the name or in what was said; null for any
     * @param archived whether those that were put away are wanted, or the others
     * @param before the {@code next} of the page before; null for the first one
     */
    record Wanted(
            Set<SessionKind> kinds,
            @Nullable SessionState state,
            @Nullable String words,
            boolean archived,
            @Nullable String before,
            int limit) {
        public Wanted {
            kinds = Set.copyOf(kinds);
        }

        /** The first page of all that are not put away. */
        public static Wanted all(int limit) {
            return new Wanted(Set.of(SessionKind.values()), null, null, false, null, limit);
        }
    }

    /** @param next where to go on; null at the end. A page that is not full says nothing of what follows. */
    record Page(List<Session> sessions, @Nullable String next) {}

    /** Returns after the commit. */
    Session create(NewSession session);

    /**
     * A chat of this id, made if there is none: who may be chosen before anything is said. Returns after the commit.
     *
     * @param name what it is called if it is made
     */
    Session chat(SessionId id, String name, String channel);

    /** Those that are pinned and not put away, by their last event, newest first. */
    List<Session> pinned(Set<SessionKind> kinds, int limit);

    Optional<Session> find(SessionId session);

    /** Returns after the commit; empty if there is no such session. */
    Optional<Session> change(SessionId session, Changes changes);

    /**
     * What came to its end because its session was begun anew; it is on record, and nobody was told yet.
     *
     * @param answers the ends of the messages that had none
     * @param withdrawn the questions nobody had answered, as they were asked
     */
    record Ended(List<OutboundMessage> answers, List<Approval> withdrawn) {}

    /**
     * Begins a session anew: of what was said in it nothing is left when this returns. In one commit what was under way
     * gets its final event, what waits is refused, questions are withdrawn and the epoch is raised, so that who comes late
     * writes nothing more; only then do the texts go. Numbers and the ids of messages are not used again. Empty if there
     * is no such session.
     *
     * @param agent who answered in it, for the event that tells of this
     */
    Optional<Ended> reset(SessionId session, String agent);

    /** The same, and nobody finds the session any more, until its peer's next message brings it back, fresh. */
    Optional<Ended> delete(SessionId session, String agent);

    /**
     * By their last event, newest first.
     *
     * @throws dev.switchboard.core.failure.SwitchboardException INVALID if {@code before} is none of ours
     */
    Page list(Wanted wanted);

    /** From now on tells of sessions of these kinds that changed in any way a list shows. */
    Watch watch(Set<SessionKind> kinds);

    /**
     * What changed since it was last asked, put together: a session that changed a hundred times comes once, as it is
     * now. Nobody who writes ever waits for who asks. Thread: one.
     */
    interface Watch extends AutoCloseable {
        /** How many changed sessions are remembered; beyond them only that there were more. */
        int MAX_REMEMBERED = 1_000;

        /** Waits until there is something to tell; empty after {@code patience}, and when it is closed. */
        Upserts await(Duration patience) throws InterruptedException;

        /** From anywhere; ends {@link #await}. */
        @Override
        void close();
    }

    /**
     * @param gone sessions that are no longer there
     * @param missed more has changed than is remembered: list them anew
     */
    record Upserts(List<Session> changed, List<SessionId> gone, boolean missed) {
        public boolean isEmpty() {
            return changed.isEmpty() && gone.isEmpty() && !missed;
        }
    }
}
