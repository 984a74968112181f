package dev.switchboard.store;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.journal.StoredResult;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.json.Json;
import java.io.StringReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What is asked of the private record. Rows are parsed later, on the caller's thread. */
final class JournalQueries {
    static final String STEPS = "SELECT step, message, prompt_tokens, completion_tokens, cost_micros FROM step"
            + " WHERE run = ? ORDER BY step";
    static final String CALLS = "SELECT step, idx, result, file FROM tool_call WHERE run = ?";
    static final String INJECTIONS =
            "SELECT message_id, mode, text, taken, may_loosen FROM injection WHERE run = ? ORDER BY id";
    private static final String APPROVAL =
            "SELECT body, answered_at, approved, reason, code, by_name, by_device FROM approval";
    static final String APPROVALS_OF_RUN = APPROVAL + " WHERE run = ?";
    static final String APPROVAL_BY_ID = APPROVAL + " WHERE id = ?";
    static final String ANSWERED =
            APPROVAL + " WHERE id IN (SELECT value FROM json_each(?) asked) AND answered_at IS NOT NULL";
    static final String UNANSWERED = APPROVAL + " WHERE answered_at IS NULL ORDER BY asked_at, rowid LIMIT ?";
    static final String UNANSWERED_AFTER = APPROVAL + " WHERE answered_at IS NULL"
            + " AND (asked_at, rowid) > (SELECT asked_at, rowid FROM approval WHERE id = ?)"
            + " ORDER BY asked_at, rowid LIMIT ?";
    static final String UNANSWERED_IN = APPROVAL
            + " WHERE answered_at IS NULL AND session = (SELECT id FROM session WHERE session_id = ?)"
            + " ORDER BY asked_at LIMIT ?";
    static final String RUNS_ASKING = "SELECT DISTINCT run FROM approval WHERE answered_at IS NULL";

    /** A page of approvals ends after this much of what agents want to do, in characters. */
    private static final int LARGE_PAGE = 1024 * 1024;

    /** While somebody is asked, a run only waits: a gateway that goes down then says nothing against it. */
    static final String FRUITLESS = """
        SELECT count(*) FROM ledger WHERE run = ? AND starts IS NOT NULL AND at > max(
            coalesce((SELECT max(at) FROM step WHERE run = ?), 0),
            coalesce((SELECT max(finished_at) FROM tool_call WHERE run = ?), 0),
            coalesce((SELECT max(coalesce(answered_at, 9223372036854775807)) FROM approval WHERE run = ?), 0))\
        """;

    static final String FIRST_START = "SELECT at FROM ledger WHERE run = ? AND starts IS NOT NULL ORDER BY id LIMIT 1";

    /** From each question until its call was begun or given up: an answer may wait for the run's place. */
    static final String WAITED = """
        SELECT sum(coalesce(c.started_at, ?) - a.asked_at) FROM approval a
        LEFT JOIN tool_call c ON c.run = a.run AND c.step = a.step AND c.idx = a.idx WHERE a.run = ?\
        """;

    static final String BRIEF = "SELECT brief FROM task WHERE run = ? AND brief IS NOT NULL";
    static final String WAITING = "SELECT message_id, mode, text, taken, may_loosen FROM injection"
            + " WHERE run = ? AND taken IS NULL ORDER BY id";
    static final String UNDER_WAY = """
        SELECT l.run FROM session s JOIN message m ON m.session = s.id JOIN ledger l ON l.starts = m.id
        WHERE s.session_id = ? AND m.delivery IS NULL AND NOT EXISTS (SELECT 1 FROM ledger f WHERE f.answers = m.id)
        ORDER BY m.seq LIMIT 1\
        """;
    static final String KNOWS = "SELECT 1 FROM injection WHERE run = ? AND message_id = ?";
    static final String GROUPS = "SELECT id, started FROM process_group ORDER BY at";
    static final String RESULT = "SELECT result, file FROM tool_call WHERE event_id = ?";
    static final String SESSION_OF_RESULT = """
        SELECT s.session_id FROM tool_call c JOIN ledger l ON l.run = c.run JOIN session s ON s.id = l.session
        WHERE c.event_id = ? AND l.starts IS NOT NULL AND l.seq > s.low_water LIMIT 1\
        """;

    record StepRow(int step, String message, ModelReply.@Nullable Usage usage, long costMicros) {}

    record CallRow(int step, int index, ResultRow result) {}

    /**
     * A result as its run goes on with it, and the name of the file that has all of it. A short one has no file; one
     * that an older version has kept is only there; of one that nobody knows there is neither.
     */
    record ResultRow(@Nullable String text, @Nullable String file) {
        Optional<ObjectNode> toGoOnWith(ResultFiles files) {
            if (text != null) {
                return Optional.of(Json.mapper().readValue(text, ObjectNode.class));
            }
            return file == null ? Optional.empty() : files.read(file);
        }

        Optional<StoredResult> whole(ResultFiles files) {
            if (file != null) {
                return files.find(file);
            }
            return text == null ? Optional.empty() : Optional.of(() -> new StringReader(text));
        }
    }

    record InjectionRow(Injection injection, @Nullable Integer taken) {
        boolean isTakenBy(int step) {
            return taken != null && taken == step;
        }
    }

    record ApprovalRow(String body, @Nullable Decision decision) {
        Approval decode(Masking masking) {
            var approval = ApprovalJson.decode(body, masking);
            return decision == null ? approval : approval.answered(decision);
        }
    }

    record ApprovalRows(List<ApprovalRow> page, boolean more) {}

    /** All rows of a run, as read at one moment. */
    record RunRows(
            List<StepRow> steps,
            List<CallRow> calls,
            List<InjectionRow> injections,
            List<ApprovalRow> approvals,
            int fruitlessStarts,
            @Nullable Long firstStart,
            long waitedNanos,
            @Nullable String brief) {

        RunRecord decode(ResultFiles files, Masking masking) {
            var decoded = new ArrayList<RunRecord.Step>();
            for (var step : steps) {
                decoded.add(new RunRecord.Step(
                        step.step(),
                        injections.stream()
                                .filter(row -> row.isTakenBy(step.step()))
                                .map(InjectionRow::injection)
                                .toList(),
                        Json.mapper().readValue(step.message(), ModelMessage.Assistant.class),
                        step.usage(),
                        step.costMicros(),
                        callsOf(step.step(), files)));
            }
            return new RunRecord(
                    decoded,
                    callsOf(0, files),
                    injections.stream()
                            .filter(row -> row.isTakenBy(steps.size() + 1))
                            .map(InjectionRow::injection)
                            .toList(),
                    injections.stream()
                            .filter(row -> row.taken() == null)
                            .map(InjectionRow::injection)
                            .toList(),
                    approvals.stream().map(row -> row.decode(masking)).toList(),
                    fruitlessStarts,
                    firstStart == null ? null : Times.instant(firstStart),
                    Duration.ofNanos(waitedNanos),
                    brief == null ? null : Json.mapper().readValue(brief, Brief.class));
        }

        private Map<Integer, RunRecord.Call> callsOf(int step, ResultFiles files) {
            var found = new HashMap<Integer, RunRecord.Call>();
            for (var call : calls) {
                if (call.step() == step) {
                    found.put(
                            call.index(),
                            new RunRecord.Call(call.result().toGoOnWith(files).orElse(null)));
                }
            }
            return found;
        }
    }

    private JournalQueries() {}

    /** @param now in nanoseconds since 1970 */
    static RunRows read(Statements sql, RunId run, long now) throws SQLException {
        var id = run.value();
        return new RunRows(
                sql.list(STEPS, JournalQueries::step, id),
                sql.list(
                        CALLS,
                        row -> new CallRow(
                                row.getInt(1), row.getInt(2), new ResultRow(row.getString(3), row.getString(4))),
                        id),
                sql.list(INJECTIONS, JournalQueries::injection, id),
                sql.list(APPROVALS_OF_RUN, JournalQueries::approval, id),
                sql.first(FRUITLESS, row -> row.getInt(1), id, id, id, id).orElse(0),
                sql.first(FIRST_START, row -> row.getLong(1), id).orElse(null),
                sql.first(WAITED, row -> row.getLong(1), now, id).orElse(0L),
                sql.first(BRIEF, row -> row.getString(1), id).orElse(null));
    }

    static boolean knows(Statements sql, RunId run, String messageId) throws SQLException {
        return sql.first(KNOWS, _ -> true, run.value(), messageId).isPresent();
    }

    static List<ApprovalRow> unanswered(Statements sql, SessionId session, int limit) throws SQLException {
        return sql.list(UNANSWERED_IN, JournalQueries::approval, session.value(), limit);
    }

    static ApprovalRows unanswered(Statements sql, @Nullable String after, int limit) throws SQLException {
        var page = new ArrayList<ApprovalRow>();
        long size = 0;
        // One more than is wanted, to know whether there is one.
        try (var rows =
                after == null ? sql.query(UNANSWERED, limit + 1) : sql.query(UNANSWERED_AFTER, after, limit + 1)) {
            while (rows.next()) {
                var row = approval(rows);
                size += row.body().length();
                if (page.size() == limit || (size > LARGE_PAGE && !page.isEmpty())) {
                    return new ApprovalRows(page, true);
                }
                page.add(row);
            }
        }
        return new ApprovalRows(page, false);
    }

    static Set<RunId> runsAsking(Statements sql) throws SQLException {
        return new HashSet<>(sql.list(RUNS_ASKING, row -> new RunId(row.getString(1))));
    }

    static Optional<ApprovalRow> approval(Statements sql, String id) throws SQLException {
        return sql.first(APPROVAL_BY_ID, JournalQueries::approval, id);
    }

    static List<ApprovalRow> answered(Statements sql, Collection<String> ids) throws SQLException {
        return sql.list(ANSWERED, JournalQueries::approval, Json.mapper().writeValueAsString(ids));
    }

    static List<Injection> waiting(Statements sql, RunId run) throws SQLException {
        return sql.list(WAITING, row -> injection(row).injection(), run.value());
    }

    static Optional<RunId> underWay(Statements sql, SessionId session) throws SQLException {
        return sql.first(UNDER_WAY, row -> new RunId(row.getString(1)), session.value());
    }

    static List<ProcessGroup> processGroups(Statements sql) throws SQLException {
        return sql.list(GROUPS, row -> new ProcessGroup(row.getLong(1), row.getString(2)));
    }

    static Optional<ResultRow> result(Statements sql, String eventId) throws SQLException {
        return sql.first(RESULT, row -> new ResultRow(row.getString(1), row.getString(2)), eventId);
    }

    private static StepRow step(ResultSet row) throws SQLException {
        long prompt = row.getLong(3);
        boolean told = !row.wasNull();
        return new StepRow(
                row.getInt(1),
                row.getString(2),
                told ? new ModelReply.Usage(prompt, row.getLong(4)) : null,
                row.getLong(5));
    }

    private static InjectionRow injection(ResultSet row) throws SQLException {
        var mode = Injection.Mode.valueOf(row.getString(2).toUpperCase(Locale.ROOT));
        int taken = row.getInt(4);
        boolean waits = row.wasNull();
        boolean mayLoosen = row.getInt(5) == 1;
        return new InjectionRow(
                new Injection(row.getString(1), mode, row.getString(3), mayLoosen), waits ? null : taken);
    }

    private static ApprovalRow approval(ResultSet row) throws SQLException {
        row.getLong(2);
        var decision =
                row.wasNull() ? null : new Decision(row.getInt(3) == 1, row.getString(4), row.getString(5), by(row));
        return new ApprovalRow(row.getString(1), decision);
    }

    private static RunEvent.@Nullable By by(ResultSet row) throws SQLException {
        var name = row.getString(6);
        return name == null ? null : new RunEvent.By(name, row.getString(7));
    }
}
