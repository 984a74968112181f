package dev.switchboard.cli.sessions;

import dev.switchboard.cli.console.Visible;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One session, as the gateway tells it.
 *
 * @param lastEvent when something last happened in it, as it is shown
 * @param json all of it
 */
record Session(
        String id,
        String kind,
        String state,
        String lastEvent,
        String agent,
        String name,
        boolean pinned,
        JsonNode json) {

    static Session of(JsonNode json) {
        return new Session(
                text(json, "session_id"),
                text(json, "kind"),
                text(json, "state"),
                time(text(json, "last_event_at")),
                text(json, "agent"),
                text(json, "name"),
                json.path("pinned").asBoolean(false),
                json);
    }

    /** For a sentence about it. */
    String named() {
        return "%s (%s)".formatted(id, name);
    }

    /** What a table shows of it, and a line on a pipe. */
    List<String> cells() {
        return List.of(id, kind, state, lastEvent, agent, name);
    }

    /** Names and ids are others' texts. */
    private static String text(JsonNode json, String field) {
        return Visible.line(json.path(field).asString(""));
    }

    private static String time(String text) {
        try {
            return text.isEmpty()
                    ? "never"
                    : Instant.parse(text).truncatedTo(ChronoUnit.SECONDS).toString();
        } catch (DateTimeParseException e) {
            return text;
        }
    }
}
