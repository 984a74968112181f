package dev.switchboard.core.run;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.preview.Written;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something a run says while it says it: its thinking becomes events, its text is previewed and kept, so that a stop does
 * not lose it.
 *
 * <p>Thread: the run's.
 */
public final class Utterance {
    private final Written message;
    private final ThinkingRecorder thinking;
    private final Previews previews;
    private final SessionId session;
    private final StringBuilder text = new StringBuilder();

    Utterance(String id, ThinkingRecorder thinking, Previews previews, SessionId session, RunId run) {
        this.message = new Written(run, id);
        this.thinking = thinking;
        this.previews = previews;
        this.session = session;
    }

    /** Its own from before its first word. */
    public String id() {
        return message.id();
    }

    public void thinking(String delta) {
        thinking.thinking(delta);
    }

    public void text(String delta) {
        previews.said(session, message, delta);
        thinking.text();
        text.append(delta);
    }

    /** A piece of the arguments of a call it is about to make, which are JSON. */
    public void call(String callId, String tool, String delta) {
        previews.called(session, message, callId, tool, delta);
        thinking.called();
    }

    /** What was said so far no longer counts; it is said anew. */
    public void retract(String reason) {
        previews.retracted(session, message);
        thinking.retracted(reason);
        text.setLength(0);
    }

    /** What was said so far, null if nothing. */
    public @Nullable String text() {
        return text.isEmpty() ? null : text.toString();
    }

    /** Nothing more is said; returns the end of the thinking that is still open, to be recorded by the caller. */
    public List<RunEvent> end(Status status) {
        if (status == Status.OK) {
            previews.ended(session, message);
        } else {
            previews.cutOff(session, message);
        }
        return thinking.close(status);
    }
}
