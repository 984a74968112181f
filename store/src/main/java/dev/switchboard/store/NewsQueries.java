package dev.switchboard.store;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.journal.News;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.json.Json;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was recorded for runs that are under way. Asked every second for all of them, so each statement gets them as one
 * JSON object, run to session and epoch, and finds what there is by an index.
 */
final class NewsQueries {
    // CROSS JOIN: from the few that run here to their rows, whatever the planner thinks of the tables.
    static final String BEGUN_ANEW = """
        SELECT live.key FROM json_each(?) live LEFT JOIN session s ON s.session_id = live.value ->> 0
        WHERE s.epoch IS NOT live.value ->> 1\
        """;

    static final String STOPS = """
        SELECT s.run, s.killed, l.body FROM json_each(?) live CROSS JOIN stop s ON s.run = live.key
        LEFT JOIN ledger l ON l.session = s.session AND l.seq = s.seq ORDER BY s.id\
        """;

    static final String SENT = """
        SELECT i.run, i.message_id FROM json_each(?) live CROSS JOIN injection i ON i.run = live.key AND i.taken IS NULL\
        """;

    /** @param event null if it is gone */
    private record StopRow(
            RunId run, boolean kill, @Nullable String event) {
        News.Stop decode(Masking masking) {
            return new News.Stop(run, kill, event == null ? null : reason(event, masking));
        }

        private static @Nullable String reason(String body, Masking masking) {
            for (var event : EventJson.decode(body, masking)) {
                if (event instanceof RunEvent.Received received && received.payload() != null) {
                    var reason = received.payload().get(RunEvent.Received.REASON);
                    return reason == null ? null : reason.stringValue();
                }
            }
            return null;
        }
    }

    /** As read at one moment; parsed on the caller's thread. */
    record Rows(
            List<RunId> begunAnew,
            List<StopRow> stops,
            Map<RunId, List<String>> sent,
            List<JournalQueries.ApprovalRow> answered) {
        News decode(Masking masking) {
            return new News(
                    new HashSet<>(begunAnew),
                    stops.stream().map(stop -> stop.decode(masking)).toList(),
                    sent,
                    answered.stream().map(row -> row.decode(masking)).toList());
        }
    }

    private NewsQueries() {}

    /** The runs as the statements want them. */
    static String json(Map<RunId, SessionEpoch> runs) {
        var object = Json.mapper().createObjectNode();
        runs.forEach((run, at) ->
                object.putArray(run.value()).add(at.session().value()).add(at.number()));
        return object.toString();
    }

    static Rows read(Statements sql, String runs, Collection<String> questions) throws SQLException {
        var sent = new HashMap<RunId, List<String>>();
        try (var rows = sql.query(SENT, runs)) {
            while (rows.next()) {
                sent.computeIfAbsent(new RunId(rows.getString(1)), _ -> new ArrayList<>())
                        .add(rows.getString(2));
            }
        }
        return new Rows(
                sql.list(BEGUN_ANEW, row -> new RunId(row.getString(1)), runs),
                sql.list(
                        STOPS,
                        row -> new StopRow(new RunId(row.getString(1)), row.getInt(2) == 1, row.getString(3)),
                        runs),
                sent,
                questions.isEmpty() ? List.of() : JournalQueries.answered(sql, questions));
    }
}
