package dev.switchboard.cli.token;

import dev.switchboard.cli.console.Visible;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tokens as a person reads them, in columns as wide as they need to be. */
final class TokenTable {
    private static final List<String> HEAD = List.of("ID", "NAME", "CREATED", "LAST SEEN", "EXPIRES", "SCOPES");

    private TokenTable() {}

    static List<String> lines(List<Token> tokens, Instant now) {
        var rows = Stream.concat(Stream.of(HEAD), tokens.stream().map(token -> row(token, now)))
                .toList();
        var lines = new ArrayList<String>();
        for (var row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size() - 1; column++) {
                int width = width(rows, column);
                var cell = row.get(column);
                line.append(cell)
                        .repeat(' ', width - cell.codePointCount(0, cell.length()))
                        .append("  ");
            }
            lines.add(line.append(row.getLast()).toString());
        }
        return lines;
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream()
                .map(row -> row.get(column))
                .mapToInt(cell -> cell.codePointCount(0, cell.length()))
                .max()
                .orElse(0);
    }

    private static List<String> row(Token token, Instant now) {
        return List.of(
                Visible.line(token.id()) + (token.own() ? " *" : ""),
                Visible.line(token.name()),
                time(token.createdAt()),
                token.lastSeenAt() == null ? "never" : time(token.lastSeenAt()),
                end(token, now),
                Visible.line(String.join(", ", token.scopes())));
    }

    private static String end(Token token, Instant now) {
        if (token.revoked()) {
            return "revoked";
        }
        return token.expiresAt() == null ? "never" : token.isLiveAt(now) ? time(token.expiresAt()) : "expired";
    }

    private static String time(@Nullable Instant time) {
        return time == null ? "" : time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
