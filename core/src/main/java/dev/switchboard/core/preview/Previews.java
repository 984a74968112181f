package dev.switchboard.core.preview;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.MaskedText;
import dev.switchboard.core.ledger.Masking;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what models say to whoever watches a session. Who comes in the middle gets the text so far at once, then what
 * follows; each piece tells where in the text it belongs.
 *
 * <p>Thread: a session's text comes from its loop alone; watchers come and go from anywhere and are called on the loop's
 * thread (the first time on their own): be quick and never block.
 */
public final class Previews {
    private static final Logger log = LoggerFactory.getLogger(Previews.class);

    /** Somebody who watches. */
    public interface Watcher {
        /** @param offset where in the run's present text this piece begins, in characters */
        void text(RunId run, String piece, int offset);

        /** What was shown of this run's present text no longer counts. */
        void retracted(RunId run);
    }

    private final Masking masking;
    private final ConcurrentHashMap<SessionId, Shown> sessions = new ConcurrentHashMap<>();

    public Previews(Masking masking) {
        this.masking = masking;
    }

    /** Watches a session until closed. */
    public AutoCloseable watch(SessionId session, Watcher watcher) {
        var shown = sessions.compute(session, (_, known) -> (known == null ? new Shown(masking) : known).join(watcher));
        return () -> sessions.computeIfPresent(session, (_, known) -> known == shown ? known.leave(watcher) : known);
    }

    /** A model has said this. */
    public void said(SessionId session, RunId run, String delta) {
        sessions.compute(session, (_, known) -> (known == null ? new Shown(masking) : known).add(run, delta));
    }

    /** The model is asked again: what it said no longer counts. */
    public void retracted(SessionId session, RunId run) {
        sessions.computeIfPresent(session, (_, known) -> known.takeBack(run));
    }

    /** The model has said all: what is held back is no secret, and the text begins anew with the next question. */
    public void ended(SessionId session, RunId run) {
        sessions.computeIfPresent(session, (_, known) -> known.end(run, false));
    }

    /** The model was cut off: what is held back may be half a secret, and is not shown. */
    public void cutOff(SessionId session, RunId run) {
        sessions.computeIfPresent(session, (_, known) -> known.end(run, true));
    }

    /** What is shown of one session just now. Called under the map's lock for its session. */
    private static final class Shown {
        private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
        private final Masking masking;
        private final StringBuilder text = new StringBuilder();
        private MaskedText growing;
        private RunId run = new RunId("");

        Shown(Masking masking) {
            this.masking = masking;
            this.growing = masking.growing();
        }

        Shown join(Watcher watcher) {
            watchers.add(watcher);
            if (!text.isEmpty()) {
                tell(List.of(watcher), text.toString(), 0);
            }
            return this;
        }

        @Nullable
        Shown leave(Watcher watcher) {
            watchers.remove(watcher);
            return watchers.isEmpty() && text.isEmpty() && !growing.isHolding() ? null : this;
        }

        Shown add(RunId speaking, String delta) {
            run = speaking;
            show(growing.add(delta));
            return this;
        }

        Shown takeBack(RunId speaking) {
            begin();
            watchers.forEach(watcher -> guarded(() -> watcher.retracted(speaking)));
            return this;
        }

        @Nullable
        Shown end(RunId speaking, boolean cutOff) {
            run = speaking;
            show(cutOff ? growing.cut() : growing.end());
            begin();
            return watchers.isEmpty() ? null : this;
        }

        private void begin() {
            text.setLength(0);
            growing = masking.growing();
        }

        private void show(String piece) {
            if (!piece.isEmpty()) {
                int offset = text.length();
                text.append(piece);
                tell(watchers, piece, offset);
            }
        }

        private void tell(List<Watcher> who, String piece, int offset) {
            who.forEach(watcher -> guarded(() -> watcher.text(run, piece, offset)));
        }

        private static void guarded(Runnable telling) {
            try {
                telling.run();
            } catch (RuntimeException | Error e) {
                log.warn("somebody who watches a preview failed", e);
            }
        }
    }
}
