package dev.switchboard.store;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.OneLine;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.store.SessionQueries.Found;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sessions as rows, with what last happened in them from {@link SessionActivity} where the row does not have it yet. */
final class SqlSessions implements Sessions {
    private static final Logger log = LoggerFactory.getLogger(SqlSessions.class);

    static final String CHANGE = """
        UPDATE session SET from_words = CASE WHEN ?1 IS NULL THEN from_words ELSE 0 END,
            name = coalesce(?1, name), pinned = coalesce(?2, pinned), archived = coalesce(?3, archived)
        WHERE id = ?4\
        """;

    /** Sessions looked at for one page; one that finds little in them ends early, and says where to go on. */
    private static final int MAX_LOOKED_AT = 10_000;

    private static final int CHUNK = 200;

    private static final Comparator<Found> NEWEST_FIRST = Comparator.comparingLong(Found::lastAt)
            .thenComparingLong(Found::row)
            .reversed();

    private final Writer writer;
    private final Readers readers;
    private final SessionRows rows;
    private final SessionActivity activity;
    private final Follower follower;
    private final SqlSearch search;
    private final SessionResets resets;
    private final Masking masking;
    private final Clock clock;

    SqlSessions(
            Writer writer,
            Readers readers,
            SessionRows rows,
            SessionActivity activity,
            Follower follower,
            SqlSearch search,
            SessionResets resets,
            Masking masking,
            Clock clock) {
        this.writer = writer;
        this.readers = readers;
        this.rows = rows;
        this.activity = activity;
        this.follower = follower;
        this.search = search;
        this.resets = resets;
        this.masking = masking;
        this.clock = clock;
    }

    @Override
    public Session create(NewSession wanted) {
        var prefix = prefix(wanted.kind());
        var row = new SessionRows.NewRow(
                wanted.kind(),
                name(wanted.name()),
                wanted.agent(),
                null,
                wanted.workingDir(),
                wanted.nativeId(),
                wanted.requestId(),
                false);
        var id = writer.call(sql -> {
            var earlier = wanted.requestId() == null
                    ? Optional.<SessionId>empty()
                    : sql.first(
                            SessionQueries.BY_REQUEST, found -> new SessionId(found.getString(1)), wanted.requestId());
            return earlier.isPresent() ? earlier.get() : create(sql, prefix, row);
        });
        return find(id).orElseThrow();
    }

    private SessionId create(Statements sql, String prefix, SessionRows.NewRow row) throws SQLException {
        var now = clock.instant();
        // Two in one millisecond do not get the same name.
        long number = now.toEpochMilli();
        var id = new SessionId(prefix + number);
        while (SessionRows.id(sql, id).isPresent()) {
            id = new SessionId(prefix + ++number);
        }
        rows.create(sql, id, row, now);
        activity.changed(id);
        return id;
    }

    private static String prefix(SessionKind kind) {
        return switch (kind) {
            case AGENT -> "agent-";
            case HEADLESS, TERMINAL -> PROGRAM_PREFIX;
            case CHAT, TASK -> throw new IllegalArgumentException("a message makes these: " + kind);
        };
    }

    private String name(String given) {
        return OneLine.of(masking.mask(given), MAX_NAME);
    }

    @Override
    public Optional<Session> find(SessionId id) {
        // Before the row is read: what is no longer in here then is in the row.
        var latest = activity.latest(id);
        return readers.call(sql -> SessionQueries.find(sql, id)).map(found -> with(found.session(), latest));
    }

    private Session with(Session session, SessionActivity.@Nullable Latest latest) {
        if (latest == null || latest.seq() < session.lastSeq()) {
            return session;
        }
        return new Session(
                session.id(),
                session.kind(),
                session.name(),
                session.agent(),
                session.channel(),
                session.workingDir(),
                session.nativeId(),
                session.createdAt(),
                latest.at().isBefore(session.lastEventAt()) ? session.lastEventAt() : latest.at(),
                latest.seq(),
                latest.text() == null || latest.textSeq() <= session.lowWater()
                        ? session.lastText()
                        : NewSessions.shown(latest.text(), SessionActivity.MAX_TEXT, masking),
                session.state(),
                session.pinned(),
                session.archived(),
                session.lowWater(),
                session.epoch());
    }

    @Override
    public Session chat(SessionId id, String name, String channel) {
        var row = NewSessions.chat(name(name), channel, false);
        writer.call(sql -> {
            var there = rows.find(sql, id);
            if (there == null) {
                rows.create(sql, id, row, clock.instant());
                activity.changed(id);
            } else if (there.deleted) {
                rows.revive(sql, there, row, clock.instant());
                activity.changed(id);
            }
            return true;
        });
        return find(id).orElseThrow();
    }

    @Override
    public List<Session> pinned(Set<SessionKind> kinds, int limit) {
        return readers.call(sql -> SessionQueries.pinned(sql, kinds, Math.clamp(limit, 1, MAX_PAGE))).stream()
                .map(Found::session)
                .toList();
    }

    @Override
    public Optional<Session> change(SessionId id, Changes changes) {
        var name = changes.name() == null ? null : name(changes.name());
        boolean there = writer.call(sql -> {
            var row = rows.find(sql, id);
            if (row == null || row.deleted) {
                return false;
            }
            sql.update(CHANGE, name, number(changes.pinned()), number(changes.archived()), row.id);
            activity.changed(id);
            return true;
        });
        return there ? find(id) : Optional.empty();
    }

    private static @Nullable Integer number(@Nullable Boolean value) {
        return value == null ? null : value ? 1 : 0;
    }

    @Override
    public Optional<Ended> reset(SessionId id, String agent) {
        return resets.begin(id, agent, false);
    }

    @Override
    public Optional<Ended> delete(SessionId id, String agent) {
        return resets.begin(id, agent, true);
    }

    @Override
    public Page list(Wanted wanted) {
        var before = ListCursor.named(wanted.before());
        int limit = Math.clamp(wanted.limit(), 1, MAX_PAGE);
        try {
            follower.writeActivity();
        } catch (SwitchboardException e) {
            log.warn("the sessions are listed as they were a moment ago: {}", e.getMessage());
        }
        return readers.call(sql -> {
            var matching = matching(sql, wanted);
            return wanted.state() == SessionState.AGENT_RUNNING || wanted.state() == SessionState.WAITING_APPROVAL
                    ? open(sql, wanted, matching, before, limit)
                    : walked(sql, wanted, matching, before, limit);
        });
    }

    private interface Match {
        boolean test(Found session);
    }

    private Match matching(Statements sql, Wanted wanted) throws SQLException {
        var words = wanted.words() == null ? "" : wanted.words().strip();
        if (words.isEmpty()) {
            return session -> hasState(session, wanted);
        }
        Set<Long> spokenOf = search.sessionsWith(sql, words);
        var named = words.toLowerCase(Locale.ROOT);
        return session -> hasState(session, wanted)
                && (spokenOf.contains(session.row())
                        || session.session().name().toLowerCase(Locale.ROOT).contains(named));
    }

    private static boolean hasState(Found session, Wanted wanted) {
        return wanted.state() == null || session.session().state() == wanted.state();
    }

    private static Page walked(Statements sql, Wanted wanted, Match matching, ListCursor before, int limit)
            throws SQLException {
        var walk = new SessionWalk(sql, wanted.archived(), wanted.kinds(), before, Math.min(limit + 1, CHUNK));
        var page = new ArrayList<Session>();
        Found last = null;
        Found next = walk.next();
        for (int seen = 0; next != null && page.size() < limit && seen < MAX_LOOKED_AT; seen++) {
            if (matching.test(next)) {
                page.add(next.session());
            }
            last = next;
            next = walk.next();
        }
        return page(page, next == null ? null : last);
    }

    /** So few that they are put into order here. */
    private static Page open(Statements sql, Wanted wanted, Match matching, ListCursor before, int limit)
            throws SQLException {
        var candidates = new HashSet<>(
                wanted.state() == SessionState.WAITING_APPROVAL
                        ? SessionQueries.asking(sql)
                        : SessionQueries.running(sql));
        var found = new ArrayList<Found>();
        for (var row : candidates) {
            SessionQueries.byRow(sql, row)
                    .filter(session -> isWanted(session, wanted, before) && matching.test(session))
                    .ifPresent(found::add);
        }
        found.sort(NEWEST_FIRST);
        var page = found.subList(0, Math.min(limit, found.size()));
        return page(page.stream().map(Found::session).toList(), page.size() < found.size() ? page.getLast() : null);
    }

    private static boolean isWanted(Found found, Wanted wanted, ListCursor before) {
        var session = found.session();
        return session.archived() == wanted.archived()
                && wanted.kinds().contains(session.kind())
                && (found.lastAt() < before.at() || (found.lastAt() == before.at() && found.row() < before.row()));
    }

    private static Page page(List<Session> sessions, @Nullable Found last) {
        return new Page(sessions, last == null ? null : new ListCursor(last.lastAt(), last.row()).name());
    }

    @Override
    public Watch watch(Set<SessionKind> kinds) {
        var watch = new ChangedSessions(this, kinds);
        activity.watch(watch);
        return watch;
    }

    void unwatch(ChangedSessions watch) {
        activity.unwatch(watch);
    }
}
