package dev.switchboard.cli.token;

import dev.switchboard.cli.console.Visible;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One token, as the gateway tells it: everything but its secret.
 *
 * @param own whether it is the one the gateway was asked with
 * @param json all of it
 */
record Token(
        String id,
        String name,
        List<String> scopes,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastSeenAt,
        boolean revoked,
        boolean own,
        JsonNode json) {

    static Token of(JsonNode json) {
        return new Token(
                json.path("token_id").asString(""),
                json.path("name").asString(""),
                json.path("scopes")
                        .valueStream()
                        .map(scope -> scope.asString(""))
                        .toList(),
                instant(json.path("created_at")),
                instant(json.path("expires_at")),
                instant(json.path("last_seen_at")),
                json.path("revoked_at").isString(),
                json.path("own").asBoolean(false),
                json);
    }

    boolean isLiveAt(Instant now) {
        return !revoked && (expiresAt == null || now.isBefore(expiresAt));
    }

    /** For a sentence about it. */
    String named() {
        return "%s (%s)".formatted(Visible.line(id), Visible.line(name));
    }

    private static @Nullable Instant instant(JsonNode time) {
        try {
            return time.isString() ? Instant.parse(time.stringValue()) : null;
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
