package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Every statement finds its rows by an index: its cost does not grow with the history of a session. */
final class QueryPlanTest {
    static final List<String> STATEMENTS = List.of(
            SessionRows.FIND,
            SessionRows.LAST_MESSAGE,
            SessionRows.LAST_APPEND,
            SessionRows.WAITING,
            SessionRows.MESSAGE,
            SessionRows.LAST_MESSAGE_ID,
            SqlInbox.EARLIER,
            SqlInbox.EARLIER_IN_SESSION,
            SqlInbox.DELIVERED,
            SqlInbox.UNCLAIMED,
            InboxQueries.NEXT,
            InboxQueries.SESSIONS_WAITING,
            InboxQueries.UNDELIVERED,
            InboxQueries.UNCLAIMED,
            InboxQueries.WITHOUT_ANSWER,
            InboxQueries.SENDER,
            InboxQueries.OPEN_QUESTIONS,
            InboxQueries.KNOWS,
            InboxQueries.INJECTED,
            LedgerPage.AFTER,
            LedgerPage.BEFORE,
            LedgerQueries.RUN,
            SqlChannelEventLog.LATEST,
            SqlChannelEventLog.LAST_AT,
            SqlChannelEventLog.NEWEST_FIRST,
            SqlChannelEventLog.REMOVE,
            SqlTokenStore.BY_ID,
            SqlTokenStore.BY_HASH,
            SqlTokenStore.SEALED_BY_ID,
            SqlTokenStore.SEALED_LIVE,
            SqlTokenStore.REVOKE,
            SqlTokenStore.SUCCEED,
            SqlTokenStore.MOVE_MADE,
            SqlTokenStore.MOVE_ROTATED,
            SqlTokenStore.SEEN,
            SqlBrowserStore.BY_ID,
            SqlBrowserStore.BY_HASH,
            SqlBrowserStore.LIST,
            SqlBrowserStore.FORGET_IDLE,
            SqlBrowserStore.RENAME,
            SqlBrowserStore.END,
            SqlBrowserStore.SEEN,
            SqlBrowserStore.END_WITH_TOKEN,
            SqlBrowserStore.MOVE_OVER,
            SessionRows.FACTS,
            SqlJournal.WAITING,
            SqlSpending.SPENT,
            SqlTasks.NAMED,
            SqlTasks.STARTED,
            SqlTasks.OPEN,
            JournalChange.CALL_FINISHED,
            JournalChange.ANSWERED,
            JournalChange.INJECT,
            JournalChange.TAKEN,
            JournalChange.CLOSED,
            JournalChange.AGENT,
            JournalChange.TEXT_KNOWN,
            AttachmentFiles.DONE,
            AttachmentFiles.OLD,
            AttachmentFiles.LET_GO,
            JournalQueries.STEPS,
            JournalQueries.CALLS,
            JournalQueries.INJECTIONS,
            JournalQueries.APPROVALS_OF_RUN,
            JournalQueries.APPROVAL_BY_ID,
            JournalQueries.FRUITLESS,
            JournalQueries.FIRST_START,
            JournalQueries.WAITED,
            JournalQueries.KNOWS,
            JournalQueries.UNANSWERED_IN,
            JournalQueries.BRIEF,
            JournalQueries.RESULT,
            JournalQueries.SESSION_OF_RESULT,
            JournalQueries.ANSWERED,
            JournalQueries.WAITING,
            JournalQueries.UNDER_WAY,
            NewsQueries.BEGUN_ANEW,
            NewsQueries.STOPS,
            NewsQueries.SENT,
            SessionRows.LAST_LEDGER_ID,
            SessionQueries.FIND,
            SessionQueries.BY_ROW,
            SessionQueries.BY_REQUEST,
            SessionQueries.LISTED,
            SessionQueries.PINNED,
            SessionQueries.RUNNING,
            SqlSessions.CHANGE,
            SessionActivity.WRITE,
            SessionActivity.MARK,
            SessionCatchUp.MARK,
            SessionCatchUp.MESSAGES,
            SessionCatchUp.APPENDS,
            SessionCatchUp.FIRST_TEXT,
            SessionCatchUp.LAST_MESSAGE,
            SessionCatchUp.LAST_APPENDS,
            SessionCatchUp.FINISH,
            SearchIndex.MARK,
            SearchIndex.MESSAGES,
            SearchIndex.APPENDS,
            SearchIndex.LAST,
            SearchIndex.MOVE,
            SessionRows.REVIVE,
            LedgerPage.SESSION,
            SessionResets.OPEN,
            SessionResets.ASKED,
            SessionResets.OF_RUN,
            SessionResets.CLOSE,
            SessionResets.WITHDRAW,
            SessionResets.BEGIN_ANEW,
            SessionResets.DELETE,
            Erasures.MOVE,
            Erasures.DONE,
            Erasures.BRIEFS,
            Erasures.BLANK,
            Erasures.FILES,
            Erasures.KEEP_IDS,
            InboxQueries.INJECTED_BEFORE,
            Erasures.OF_RUNS.get(0),
            Erasures.OF_RUNS.get(1),
            Erasures.OF_RUNS.get(2),
            Erasures.OF_RUNS.get(3),
            Erasures.NEXT_SAID,
            Erasures.FORGET_SAID,
            Erasures.FORGET_APPENDS,
            JournalRetention.OF_EVENT,
            SqlChannelEventLog.SESSION_ID,
            SqlChannelEventLog.FOLLOWING,
            SqlChannelEventLog.OF_BEFORE,
            SqlChannelEventLog.REWRITE);

    /** An index of those that are pinned and no others: however many sessions there are, these are few. */
    private static final String PINNED_ALONE = "SCAN s USING INDEX session_pinned";

    @TempDir
    Path folder;

    @ParameterizedTest
    @FieldSource("STATEMENTS")
    void noStatementWalksATable(String statement) {
        try (var store = Store.open(folder.resolve("switchboard.db"), folder.resolve("token.key"), Clock.systemUTC())) {
            var plan = store.writer().call(sql -> plan(sql, statement));

            assertThat(plan)
                    .isNotEmpty()
                    .noneMatch(step -> step.startsWith("SCAN")
                            && !step.equals("SCAN CONSTANT ROW")
                            && !isGiven(step)
                            && !step.equals(PINNED_ALONE));
        }
    }

    /** What the statement was asked about, as a list in JSON: no table. */
    private static boolean isGiven(String step) {
        return step.matches("SCAN (live|asked) VIRTUAL TABLE INDEX 1:");
    }

    private static List<String> plan(Statements sql, String statement) throws java.sql.SQLException {
        var steps = new ArrayList<String>();
        try (var explain = sql.connection().prepareStatement("EXPLAIN QUERY PLAN " + statement);
                var rows = explain.executeQuery()) {
            while (rows.next()) {
                steps.add(rows.getString("detail"));
            }
        }
        return steps;
    }
}
