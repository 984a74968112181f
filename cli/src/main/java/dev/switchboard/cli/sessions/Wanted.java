package dev.switchboard.cli.sessions;

import dev.switchboard.cli.remote.RemoteGateway;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions are to be listed.
 *
 * @param words all of them are looked for; none means any session
 * @param archived those that were put away instead of the others
 * @param most so many and no more
 */
public record Wanted(@Nullable String kind, @Nullable String state, List<String> words, boolean archived, int most) {

    /** @param before where the page before ended; empty for the first */
    String query(String before, int limit) {
        var query = new StringJoiner("&", "?", "");
        add(query, "kind", kind == null ? "" : kind.toLowerCase(Locale.ROOT));
        add(query, "state", state == null ? "" : state.toUpperCase(Locale.ROOT).replace('-', '_'));
        add(query, "q", String.join(" ", words));
        add(query, "archived", archived ? "true" : "");
        add(query, "before", before);
        add(query, "limit", String.valueOf(limit));
        return query.toString();
    }

    private static void add(StringJoiner query, String name, String value) {
        if (!value.isEmpty()) {
            query.add(name + "=" + RemoteGateway.segment(value));
        }
    }
}
