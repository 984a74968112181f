package dev.switchboard.store;

import dev.switchboard.core.session.SessionKind;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sessions of several kinds by last event, newest first. Each kind has its own stretch of the index; they are merged here. */
final class SessionWalk {
    private final Statements sql;
    private final boolean archived;
    private final int chunk;
    private final List<Stretch> stretches = new ArrayList<>();

    SessionWalk(Statements sql, boolean archived, Collection<SessionKind> kinds, ListCursor before, int chunk) {
        this.sql = sql;
        this.archived = archived;
        this.chunk = chunk;
        kinds.forEach(kind -> stretches.add(new Stretch(kind, before)));
    }

    /** Null at the end. */
    SessionQueries.@Nullable Found next() throws SQLException {
        Stretch newest = null;
        for (var stretch : stretches) {
            var head = stretch.head();
            if (head != null && (newest == null || head.isBefore(newest.read.getFirst()))) {
                newest = stretch;
            }
        }
        return newest == null ? null : newest.read.removeFirst();
    }

    private final class Stretch {
        private final SessionKind kind;
        private final ArrayDeque<SessionQueries.Found> read = new ArrayDeque<>();
        private ListCursor cursor;
        private boolean ended;

        Stretch(SessionKind kind, ListCursor cursor) {
            this.kind = kind;
            this.cursor = cursor;
        }

        SessionQueries.@Nullable Found head() throws SQLException {
            if (read.isEmpty() && !ended) {
                read.addAll(SessionQueries.listed(sql, archived, kind, cursor, chunk));
                ended = read.size() < chunk;
                if (!read.isEmpty()) {
                    cursor = new ListCursor(
                            read.getLast().lastAt(), read.getLast().row());
                }
            }
            return read.peekFirst();
        }
    }
}
