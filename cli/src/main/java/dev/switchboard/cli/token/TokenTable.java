package dev.switchboard.cli.token;

import dev.switchboard.cli.console.Table;
import dev.switchboard.cli.console.Visible;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tokens as a person reads them. */
final class TokenTable {
    private static final List<String> HEAD = List.of("ID", "NAME", "CREATED", "LAST SEEN", "EXPIRES", "SCOPES");

    private TokenTable() {}

    static List<String> lines(List<Token> tokens, Instant now) {
        return Table.lines(HEAD, tokens.stream().map(token -> row(token, now)).toList());
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
