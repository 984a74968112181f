package dev.switchboard.core.preview;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.MaskedText;
import dev.switchboard.core.ledger.Masking;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what models say, and what they are about to do, to whoever watches a session. Who comes in the middle gets the
 * message so far at once, then what follows; each piece tells where in its text, or in the arguments of its call, it belongs.
 *
 * <p>Thread: a session's text comes from its loop alone; watchers come and go from anywhere and are called on the loop's
 * thread (the first time on their own): be quick and never block.
 */
public final class Previews {
    private static final Logger log = LoggerFactory.getLogger(Previews.class);

    /** Somebody who watches. */
    public interface Watcher {
        /** @param offset where in the text of this message the piece begins, in characters */
        void text(Written message, String piece, int offset);

        /**
         * A piece of a call's arguments, which are JSON.
         *
         * @param offset where in the arguments of this call it begins, in characters
         */
        default void call(Written message, String callId, String tool, String piece, int offset) {}

        /** What was shown of this message no longer counts, its calls included. */
        void retracted(Written message);
    }

    private final Masking masking;
    private final ConcurrentHashMap<SessionId, Shown> sessions = new ConcurrentHashMap<>();
    private final Set<RunId> silenced = ConcurrentHashMap.newKeySet();

    public Previews(Masking masking) {
        this.masking = masking;
    }

    /** Watches a session until closed. */
    public AutoCloseable watch(SessionId session, Watcher watcher) {
        var shown = sessions.compute(session, (_, known) -> (known == null ? new Shown(masking) : known).join(watcher));
        return () -> sessions.computeIfPresent(session, (_, known) -> known == shown ? known.leave(watcher) : known);
    }

    /** A model has said this. */
    public void said(SessionId session, Written message, String delta) {
        if (isSilenced(message)) {
            return;
        }
        sessions.compute(session, (_, known) -> (known == null ? new Shown(masking) : known).add(message, delta));
    }

    /** A model has written this of a call's arguments. */
    public void called(SessionId session, Written message, String callId, String tool, String delta) {
        if (isSilenced(message)) {
            return;
        }
        sessions.compute(
                session, (_, known) -> (known == null ? new Shown(masking) : known).call(message, callId, tool, delta));
    }

    /** The model is asked again: what it said no longer counts. */
    public void retracted(SessionId session, Written message) {
        if (isSilenced(message)) {
            return;
        }
        sessions.computeIfPresent(session, (_, known) -> known.takeBack(message));
    }

    /** The model has said all: what is held back is no secret, and the text begins anew with the next question. */
    public void ended(SessionId session, Written message) {
        if (isSilenced(message)) {
            return;
        }
        sessions.computeIfPresent(session, (_, known) -> known.end(message, false));
    }

    /** The model was cut off: what is held back may be half a secret, and is not shown. */
    public void cutOff(SessionId session, Written message) {
        if (isSilenced(message)) {
            return;
        }
        sessions.computeIfPresent(session, (_, known) -> known.end(message, true));
    }

    /**
     * The session is about to be begun anew: from here on nobody is shown anything this run says, nor what it has said.
     * Until {@link #unsilence}, or for good.
     */
    public void silence(SessionId session, RunId run) {
        silenced.add(run);
        forget(session);
    }

    /** The run has ended, or it may speak after all. */
    public void unsilence(RunId run) {
        silenced.remove(run);
    }

    private boolean isSilenced(Written message) {
        return !silenced.isEmpty() && silenced.contains(message.run());
    }

    /** The session was begun anew: what was being said there no longer counts. */
    public void forget(SessionId session) {
        sessions.computeIfPresent(session, (_, known) -> known.forget());
    }

    /** A call while its arguments are written. */
    private record Call(String id, String tool, GrowingArguments growing, StringBuilder shown) {}

    /** What is shown of one session just now. Called under the map's lock for its session. */
    private static final class Shown {
        private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
        private final Masking masking;
        private final StringBuilder text = new StringBuilder();
        private final Map<String, Call> calls = new LinkedHashMap<>();
        private MaskedText growing;
        private Written message = new Written(new RunId(""), "");

        Shown(Masking masking) {
            this.masking = masking;
            this.growing = masking.growing();
        }

        Shown join(Watcher watcher) {
            watchers.add(watcher);
            if (!text.isEmpty()) {
                tell(List.of(watcher), text.toString(), 0);
            }
            for (var call : calls.values()) {
                if (!call.shown().isEmpty()) {
                    tell(List.of(watcher), call, call.shown().toString(), 0);
                }
            }
            return this;
        }

        @Nullable
        Shown leave(Watcher watcher) {
            watchers.remove(watcher);
            return watchers.isEmpty() && text.isEmpty() && !growing.isHolding() && calls.isEmpty() ? null : this;
        }

        Shown add(Written speaking, String delta) {
            message = speaking;
            show(growing.add(delta));
            return this;
        }

        Shown call(Written speaking, String callId, String tool, String delta) {
            message = speaking;
            var call = calls.computeIfAbsent(
                    callId, _ -> new Call(callId, tool, new GrowingArguments(masking), new StringBuilder()));
            show(call, call.growing().add(delta));
            return this;
        }

        Shown takeBack(Written speaking) {
            begin();
            watchers.forEach(watcher -> guarded(() -> watcher.retracted(speaking)));
            return this;
        }

        @Nullable
        Shown forget() {
            if (!text.isEmpty() || !calls.isEmpty()) {
                takeBack(message);
            } else {
                begin();
            }
            return watchers.isEmpty() ? null : this;
        }

        @Nullable
        Shown end(Written speaking, boolean cutOff) {
            message = speaking;
            show(cutOff ? growing.cut() : growing.end());
            calls.values().forEach(call -> show(call, call.growing().end()));
            begin();
            return watchers.isEmpty() ? null : this;
        }

        private void begin() {
            text.setLength(0);
            calls.clear();
            growing = masking.growing();
        }

        private void show(String piece) {
            if (!piece.isEmpty()) {
                int offset = text.length();
                text.append(piece);
                tell(watchers, piece, offset);
            }
        }

        private void show(Call call, String piece) {
            if (!piece.isEmpty()) {
                int offset = call.shown().length();
                call.shown().append(piece);
                tell(watchers, call, piece, offset);
            }
        }

        private void tell(List<Watcher> who, String piece, int offset) {
            who.forEach(watcher -> guarded(() -> watcher.text(message, piece, offset)));
        }

        private void tell(List<Watcher> who, Call call, String piece, int offset) {
            who.forEach(watcher -> guarded(() -> watcher.call(message, call.id(), call.tool(), piece, offset)));
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
