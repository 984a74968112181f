package dev.switchboard.store;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.Search;
import dev.switchboard.core.session.SessionKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks into the index of what was said. Newest first is the order of its rows, so nothing is ever sorted. */
final class SqlSearch implements Search {
    private static final char FROM = '\u0002';
    private static final char TO = '\u0003';

    /** The words of a piece that is shown. */
    private static final int PIECE = 24;

    /** In how many places words are looked for to tell which sessions have them. */
    private static final int MAX_PLACES = 10_000;

    static final String PLACES = """
        SELECT d.id, s.session_id, d.seq, d.at, d.who, snippet(said_words, 0, char(2), char(3), '…', %d)
        FROM said_words CROSS JOIN said d ON d.id = said_words.rowid CROSS JOIN session s ON s.id = d.session
        WHERE said_words MATCH ? AND said_words.rowid < ? AND d.at >= ? AND d.who BETWEEN ? AND ?
        AND s.kind IN (?, ?, ?, ?, ?) AND s.deleted = 0 AND d.seq > s.low_water
        ORDER BY said_words.rowid DESC LIMIT ?\
        """.formatted(PIECE);

    static final String SESSIONS = """
        SELECT DISTINCT d.session FROM (
            SELECT rowid AS place FROM said_words WHERE said_words MATCH ? ORDER BY rowid DESC LIMIT ?)
        CROSS JOIN said d ON d.id = place CROSS JOIN session s ON s.id = d.session WHERE d.seq > s.low_water\
        """;

    private record Row(long id, Place place) {}

    private final Readers readers;

    SqlSearch(Readers readers) {
        this.readers = readers;
    }

    @Override
    public Page search(Wanted wanted) {
        var words = SearchWords.expression(wanted.words());
        var before = wanted.before() == null
                ? Long.MAX_VALUE
                : ListCursor.named(wanted.before()).row();
        int limit = Math.clamp(wanted.limit(), 1, MAX_PAGE);
        if (words.isEmpty() || wanted.kinds().isEmpty()) {
            return new Page(List.of(), null);
        }
        var who = wanted.who();
        var from = wanted.from();
        // One more than is wanted, to know whether there is one.
        var found = readers.call(sql -> sql.list(
                PLACES,
                SqlSearch::read,
                values(
                        words,
                        before,
                        from == null ? Long.MIN_VALUE : Times.nanos(from),
                        who == null ? 0 : SearchIndex.number(who),
                        who == null ? Integer.MAX_VALUE : SearchIndex.number(who),
                        wanted.kinds(),
                        limit + 1)));
        var page = found.subList(0, Math.min(limit, found.size()));
        return new Page(
                page.stream().map(Row::place).toList(),
                page.size() < found.size() ? new ListCursor(0, page.getLast().id()).name() : null);
    }

    /** A statement has a fixed number of places: those without a kind stay empty. */
    private static @Nullable Object[] values(
            String words, long before, long from, int whoFrom, int whoTo, Set<SessionKind> kinds, int limit) {
        var values = new ArrayList<@Nullable Object>();
        values.addAll(List.of(words, before, from, whoFrom, whoTo));
        for (var kind : SessionKind.values()) {
            values.add(kinds.contains(kind) ? kind.wireName() : null);
        }
        values.add(limit);
        return values.toArray();
    }

    /** The rows of the sessions in which these words were said lately. */
    Set<Long> sessionsWith(Statements sql, String words) throws SQLException {
        var expression = SearchWords.expression(words);
        return expression.isEmpty()
                ? Set.of()
                : new HashSet<>(sql.list(SESSIONS, row -> row.getLong(1), expression, MAX_PLACES));
    }

    private static Row read(ResultSet row) throws SQLException {
        int number = row.getInt(5);
        var who = Arrays.stream(Who.values())
                .filter(one -> SearchIndex.number(one) == number)
                .findFirst()
                .orElseThrow(() -> new SQLException("nobody is called " + number));
        return new Row(
                row.getLong(1),
                place(
                        new SessionId(row.getString(2)),
                        row.getLong(3),
                        row.getLong(4),
                        who,
                        String.valueOf(row.getString(6))));
    }

    /** Takes out the two characters that the index puts around what was found. */
    private static Place place(SessionId session, long seq, long at, Who who, String marked) {
        var text = new StringBuilder(marked.length());
        var marks = new ArrayList<Mark>();
        int start = 0;
        for (int i = 0; i < marked.length(); i++) {
            char c = marked.charAt(i);
            if (c == FROM) {
                start = text.length();
            } else if (c == TO) {
                marks.add(new Mark(start, text.length()));
            } else {
                text.append(c);
            }
        }
        return new Place(session, seq, Times.instant(at), who, text.toString(), List.copyOf(marks));
    }
}
