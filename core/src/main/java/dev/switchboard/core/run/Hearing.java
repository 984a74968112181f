package dev.switchboard.core.run;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.preview.Previews;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Listens to one model call: its thinking becomes events, its text is previewed and kept, so that a stop does not
 * lose it.
 *
 * <p>Thread: the run's.
 */
final class Hearing implements ModelListener {
    private final ThinkingRecorder thinking;
    private final Previews previews;
    private final SessionId session;
    private final RunId run;
    private final StringBuilder text = new StringBuilder();

    Hearing(ThinkingRecorder thinking, Previews previews, SessionId session, RunId run) {
        this.thinking = thinking;
        this.previews = previews;
        this.session = session;
        this.run = run;
    }

    @Override
    public void thinking(String delta) {
        thinking.thinking(delta);
    }

    @Override
    public void text(String delta) {
        previews.said(session, run, delta);
        thinking.text(delta);
        text.append(delta);
    }

    @Override
    public void retracted(String reason) {
        previews.retracted(session, run);
        thinking.retracted(reason);
        text.setLength(0);
    }

    /** What the model has said so far, null if nothing. */
    @Nullable
    String text() {
        return text.isEmpty() ? null : text.toString();
    }

    /** The end of the thinking that is still open, to be recorded by the caller. */
    List<RunEvent> close(Status status) {
        if (status == Status.OK) {
            previews.ended(session, run);
        } else {
            previews.cutOff(session, run);
        }
        return thinking.close(status);
    }
}
