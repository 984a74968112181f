package dev.switchboard.core.modelrun;

import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends that were found by who reads a ledger backwards, until their questions are found. Two messages of a session may
 * have one id, a device's and a browser's, so the start of the run says which it answers; only where an older gateway has
 * not recorded that, the id does.
 */
final class FoundEnds {
    private final Map<String, RunEvent.Final> byRun = new HashMap<>();
    private final Map<Long, RunEvent.Final> bySeq = new HashMap<>();
    private final Map<String, RunEvent.Final> byMessage = new HashMap<>();
    private final Map<Long, String> heard = new HashMap<>();

    void ended(RunEvent.Final end) {
        byRun.put(end.runId(), end);
        byMessage.put(end.messageId(), end);
    }

    void started(RunEvent.RunStarted start) {
        var end = byRun.remove(start.runId());
        if (end != null && start.messageSeq() != null) {
            bySeq.put(start.messageSeq(), end);
            byMessage.remove(end.messageId(), end);
        }
    }

    void heard(RunEvent.Transcription spoken) {
        heard.put(spoken.messageSeq(), spoken.text());
    }

    /** What was said, null if nobody knows. */
    @Nullable
    String text(Recorded recorded, RunEvent.UserMessage question) {
        return question.format() == null ? question.text() : heard.remove(recorded.seq());
    }

    /** The end of the message, null if it has none yet. */
    RunEvent.@Nullable Final of(Recorded recorded, RunEvent.UserMessage question) {
        var end = bySeq.remove(recorded.seq());
        return end == null ? byMessage.remove(question.messageId()) : end;
    }
}
