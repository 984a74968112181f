package dev.switchboard.core.run;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was said before, as a model is told: whole turns that were answered, newest first, until the window is full. The
 * ledger is the truth; the turns of sessions that spoke lately are kept in memory, so that a long session costs no more
 * than a short one.
 *
 * <p>Thread: a session's turns are asked for and added by its own loop; the cache of all sessions is locked.
 */
final class History {
    /** Characters kept in memory over all sessions; the longest silent ones are dropped first. */
    private static final int MAX_CACHED_CHARS = 8_000_000;

    /** How far back a cold session is read, in events. */
    private static final int MAX_EVENTS_READ = 4 * Ledger.MAX_PAGE;

    private final Ledger ledger;
    private final LinkedHashMap<SessionId, Conversation> cache = new LinkedHashMap<>(16, 0.75f, true);
    private long cachedChars;

    History(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Role messages of earlier turns that fit into {@code budget} tokens of the model's window, oldest first. */
    List<ModelMessage> before(SessionId session, int window, int budget) {
        var conversation = conversation(session, window);
        var fitting = new ArrayDeque<Turn>();
        int left = budget;
        for (var turn : (Iterable<Turn>) conversation.turns::descendingIterator) {
            left -= turn.tokens();
            if (left < 0) {
                break;
            }
            fitting.addFirst(turn);
        }
        var messages = new ArrayList<ModelMessage>(2 * fitting.size());
        fitting.forEach(turn -> messages.addAll(turn.messages()));
        return messages;
    }

    /** A turn was answered. */
    void add(SessionId session, Turn turn, int window) {
        synchronized (cache) {
            var conversation = cache.get(session);
            if (conversation != null) {
                cachedChars += conversation.add(turn, window);
                evict(session);
            }
        }
    }

    private Conversation conversation(SessionId session, int window) {
        synchronized (cache) {
            var known = cache.get(session);
            if (known != null) {
                return known;
            }
        }
        var read = new Conversation();
        read(session, window).forEach(turn -> read.add(turn, window));
        synchronized (cache) {
            cache.put(session, read);
            cachedChars += read.chars;
            evict(session);
        }
        return read;
    }

    private void evict(SessionId keep) {
        var eldest = cache.entrySet().iterator();
        while (cachedChars > MAX_CACHED_CHARS && eldest.hasNext()) {
            var entry = eldest.next();
            if (!entry.getKey().equals(keep)) {
                cachedChars -= entry.getValue().chars;
                eldest.remove();
            }
        }
    }

    /** Reads backwards until the window is full; a question is found after its answer, so they meet here. */
    private List<Turn> read(SessionId session, int window) {
        Map<String, RunEvent.Final> ends = new HashMap<>();
        var turns = new ArrayDeque<Turn>();
        long cursor = Long.MAX_VALUE;
        int tokens = 0;
        for (int seen = 0; seen < MAX_EVENTS_READ && tokens < window; ) {
            var page = ledger.before(session, cursor, Ledger.MAX_PAGE);
            if (page.isEmpty()) {
                break;
            }
            for (Recorded recorded : page) {
                switch (recorded.event()) {
                    case RunEvent.Final end -> ends.put(end.messageId(), end);
                    case RunEvent.UserMessage question -> {
                        var turn = Optional.ofNullable(ends.remove(question.messageId()))
                                .flatMap(end -> Turn.of(question.text(), end));
                        turn.ifPresent(turns::addFirst);
                        tokens += turn.map(Turn::tokens).orElse(0);
                    }
                    default -> {}
                }
            }
            seen += page.size();
            cursor = page.getLast().seq();
        }
        return List.copyOf(turns);
    }

    /** The newest turns of one session that fit the window. */
    private static final class Conversation {
        private final ArrayDeque<Turn> turns = new ArrayDeque<>();
        private int tokens;
        private int chars;

        /** Returns by how many characters the conversation has grown. */
        int add(Turn turn, int window) {
            int before = chars;
            turns.addLast(turn);
            tokens += turn.tokens();
            chars += turn.chars();
            while (tokens > window && turns.size() > 1) {
                var oldest = turns.removeFirst();
                tokens -= oldest.tokens();
                chars -= oldest.chars();
            }
            return chars - before;
        }
    }
}
