package dev.switchboard.store;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.json.Json;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One change of the private record as rows, with its JSON made on the caller's thread. */
interface JournalChange {
    String STEP = "INSERT INTO step (run, step, at, message, prompt_tokens, completion_tokens, cost_micros)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)";
    String CALL_STARTED =
            "INSERT INTO tool_call (run, step, idx, started_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
    String CALL_FINISHED = "UPDATE tool_call SET finished_at = ?, event_id = ?, result = ?, file = ?"
            + " WHERE run = ? AND step = ? AND idx = ? AND finished_at IS NULL";
    String ASKED = "INSERT INTO approval (id, session, run, step, idx, body, asked_at) VALUES (?, ?, ?, ?, ?, ?, ?)";
    String ANSWERED =
            "UPDATE approval SET answered_at = ?, approved = ?, reason = ?, code = ?, by_name = ?, by_device = ?"
                    + " WHERE id = ? AND answered_at IS NULL";
    String INJECT = """
        INSERT INTO injection (run, message_id, mode, text, may_loosen, at) SELECT ?, ?, ?, ?, ?, ?
        WHERE NOT EXISTS (SELECT 1 FROM ledger s JOIN ledger f ON f.answers = s.starts
            WHERE s.run = ? AND s.starts IS NOT NULL)
        ON CONFLICT (run, message_id) DO NOTHING\
        """;
    String TAKEN = "UPDATE injection SET taken = ? WHERE run = ? AND message_id = ? AND taken IS NULL";
    String CLOSED = "UPDATE injection SET taken = -1 WHERE run = ? AND taken IS NULL";
    String STOP = "INSERT INTO stop (run, session, seq, killed, at) VALUES (?, ?, ?, ?, ?)";
    String TEXT_KNOWN = "UPDATE message SET text = ?, unheard = NULL WHERE session = ? AND seq = ? AND unheard = 1";
    String AGENT = "UPDATE session SET agent = ? WHERE id = ?";

    /** What a row holds of a result that is nowhere else. */
    int MAX_IN_ROW = 64 * 1024;

    /** False if it no longer applies. Thread: the writer's. */
    boolean apply(Statements sql, SessionRows.Row session, long now) throws SQLException;

    static List<JournalChange> of(@Nullable RunId run, List<Change> changes, ResultFiles files) {
        return changes.stream()
                .map(change -> of(run == null ? "" : run.value(), change, files))
                .toList();
    }

    private static JournalChange of(String run, Change change, ResultFiles files) {
        return switch (change) {
            case Change.StepAsked asked -> step(run, asked);
            case Change.CallStarted started ->
                (sql, _, now) -> sql.update(CALL_STARTED, run, started.step(), started.index(), now) == 1;
            case Change.CallFinished finished -> finished(run, finished, files);
            case Change.ApprovalAsked asked -> {
                var approval = asked.approval();
                var body = ApprovalJson.encode(approval);
                yield (sql, session, now) ->
                        sql.update(ASKED, approval.id(), session.id, run, approval.step(), approval.index(), body, now)
                                == 1;
            }
            case Change.ApprovalAnswered answered -> {
                var decision = answered.decision();
                var by = decision.by();
                yield (sql, _, now) -> sql.update(
                                ANSWERED,
                                now,
                                decision.approved() ? 1 : 0,
                                decision.reason(),
                                decision.code(),
                                by == null ? null : by.name(),
                                by == null ? null : by.deviceId(),
                                answered.approvalId())
                        == 1;
            }
            case Change.InjectionWaits waits -> {
                var injection = waits.injection();
                yield (sql, _, now) -> sql.update(
                                INJECT,
                                run,
                                injection.messageId(),
                                injection.mode().wireName(),
                                injection.text(),
                                injection.mayLoosen() ? 1 : 0,
                                now,
                                run)
                        == 1;
            }
            case Change.InjectionsTaken taken ->
                (sql, _, _) -> {
                    for (var message : taken.messageIds()) {
                        sql.update(TAKEN, taken.step(), run, message);
                    }
                    return true;
                };
            case Change.InjectionsClosed() -> (sql, _, _) -> sql.update(CLOSED, run) >= 0;
            case Change.StopAsked stop ->
                // The event comes right behind: it has the session's next number.
                (sql, session, now) ->
                        sql.update(STOP, run, session.id, session.lastSeq + 1, stop.kill() ? 1 : 0, now) == 1;
            case Change.TextKnown known ->
                (sql, session, _) -> sql.update(TEXT_KNOWN, known.text(), session.id, known.messageSeq()) == 1;
            case Change.AgentChosen chosen ->
                (sql, session, _) -> {
                    session.facts = session.facts.with(chosen.agent());
                    return sql.update(AGENT, chosen.agent(), session.id) == 1;
                };
        };
    }

    private static JournalChange step(String run, Change.StepAsked asked) {
        var message = Json.mapper().writeValueAsString(asked.message());
        var usage = asked.usage();
        return (sql, _, now) -> sql.update(
                        STEP,
                        run,
                        asked.step(),
                        now,
                        message,
                        usage == null ? null : usage.promptTokens(),
                        usage == null ? null : usage.completionTokens(),
                        asked.costMicros())
                == 1;
    }

    /** What the run goes on with is in the row if it fits; a file has what does not, or all that is kept. */
    private static JournalChange finished(String run, Change.CallFinished finished, ResultFiles files) {
        var text = Json.mapper().writeValueAsString(finished.result());
        var whole = finished.whole();
        boolean fits = whole != null || text.length() <= MAX_IN_ROW;
        if (!fits) {
            whole = json -> json.writeRaw(text);
        }
        var file = whole == null ? null : files.write(finished.eventId(), whole);
        return (sql, _, now) -> sql.update(
                        CALL_FINISHED,
                        now,
                        finished.eventId(),
                        fits ? text : null,
                        file,
                        run,
                        finished.step(),
                        finished.index())
                == 1;
    }
}
