package dev.switchboard.core.modelrun;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was said before, as a model is told: a summary of what lies far back, then whole exchanges, newest first, until the
 * window is full. The ledger is the truth; the exchanges of sessions that spoke lately are kept in memory, so that a long
 * session costs no more than a short one.
 *
 * <p>Thread: any; the cache is locked for as long as it is looked at, and each conversation while it is read or grows. Who
 * holds a conversation may ask for the cache, never the other way round.
 */
final class History {
    /** Characters kept in memory over all sessions; the longest silent ones are dropped first. */
    private static final int MAX_CACHED_CHARS = 8_000_000;

    /** How far back a cold session is read, in events. */
    private static final int MAX_EVENTS_READ = 4 * Ledger.MAX_PAGE;

    /** From this share of the window on the older half is summarised. */
    private static final double FULL = 0.8;

    /** Room for what a run adds to what was said before. */
    private static final int OF_THE_RUN = 4;

    private final Ledger ledger;
    private final RunJournal journal;
    private final LinkedHashMap<SessionId, Conversation> cache = new LinkedHashMap<>(16, 0.75f, true);
    private long cachedChars;
    /** How often a session was begun anew: what was read meanwhile may be what is no longer there. */
    private long newBeginnings;

    History(Ledger ledger, RunJournal journal) {
        this.ledger = ledger;
        this.journal = journal;
        ledger.onCommit(this::committed);
    }

    /** Before anyone can send the session its next message. Thread: the store's. */
    private void committed(SessionId session, List<Recorded> events) {
        for (var recorded : events) {
            if (recorded.event() instanceof RunEvent.Received received
                    && received.subtype().equals(RunEvent.Received.NEW_SESSION)) {
                synchronized (cache) {
                    newBeginnings++;
                    forget(session);
                }
            }
        }
    }

    /** What fits into {@code budget} tokens of the model's window, oldest first. */
    Past before(SessionId session, int window, int budget) {
        var conversation = conversation(session, window);
        synchronized (conversation) {
            return conversation.past(budget);
        }
    }

    /** A message has ended. */
    void add(SessionId session, Exchange exchange, int window) {
        change(session, conversation -> conversation.add(exchange, window));
    }

    /** @param how returns by how many characters the conversation has grown */
    private void change(SessionId session, ToIntFunction<Conversation> how) {
        Conversation conversation;
        synchronized (cache) {
            conversation = cache.get(session);
        }
        if (conversation == null) {
            return;
        }
        synchronized (conversation) {
            int grown = how.applyAsInt(conversation);
            synchronized (cache) {
                if (cache.get(session) == conversation) {
                    conversation.counted += grown;
                    cachedChars += grown;
                    evict(session);
                }
            }
        }
    }

    /** What should be summarised now: the older half of a window that is nearly full. */
    Optional<Overflow> overflow(SessionId session, int window) {
        var conversation = conversation(session, window);
        synchronized (conversation) {
            return conversation.tokens > window * FULL ? conversation.olderHalf() : Optional.empty();
        }
    }

    /** What is held of a session is not all that was said there; it is read again. */
    void forget(SessionId session) {
        synchronized (cache) {
            var known = cache.remove(session);
            if (known != null) {
                cachedChars -= known.counted;
            }
        }
    }

    /** All that is told of a session, to be summarised; empty if nothing was said. */
    Optional<Overflow> whole(SessionId session, int window) {
        var conversation = conversation(session, window);
        synchronized (conversation) {
            return conversation.upTo(conversation.exchanges);
        }
    }

    /** From now on this stands for what it summarises. */
    void summarised(SessionId session, RunEvent.Summarised summary) {
        change(session, conversation -> conversation.summarise(summary));
    }

    /** Turns to be summarised, with the summary of what came before them. */
    record Overflow(Past past, long through) {}

    private Conversation conversation(SessionId session, int window) {
        while (true) {
            long before;
            synchronized (cache) {
                var known = cache.get(session);
                if (known != null) {
                    return known;
                }
                before = newBeginnings;
            }
            var read = read(session, window);
            synchronized (cache) {
                if (newBeginnings == before) {
                    return cached(session, read);
                }
            }
        }
    }

    /** With the cache's lock. */
    private Conversation cached(SessionId session, Conversation read) {
        var other = cache.putIfAbsent(session, read);
        if (other != null) {
            return other;
        }
        read.counted = read.chars;
        cachedChars += read.counted;
        evict(session);
        return read;
    }

    private void evict(SessionId keep) {
        var eldest = cache.entrySet().iterator();
        while (cachedChars > MAX_CACHED_CHARS && eldest.hasNext()) {
            var entry = eldest.next();
            if (!entry.getKey().equals(keep)) {
                cachedChars -= entry.getValue().counted;
                eldest.remove();
            }
        }
    }

    /** Reads backwards until the window is full or summarised; a question is found after its answer, so they meet here. */
    private Conversation read(SessionId session, int window) {
        var ends = new FoundEnds();
        var exchanges = new ArrayDeque<Exchange>();
        var conversation = new Conversation();
        long cursor = Long.MAX_VALUE;
        int tokens = 0;
        boolean more = true;
        for (int seen = 0; more && seen < MAX_EVENTS_READ && tokens < window; ) {
            var page = ledger.before(session, cursor, Ledger.MAX_PAGE);
            if (page.isEmpty()) {
                break;
            }
            for (Recorded recorded : page) {
                if (recorded.seq() <= conversation.through) {
                    more = false;
                    break;
                }
                switch (recorded.event()) {
                    case RunEvent.Final end -> ends.ended(end);
                    case RunEvent.RunStarted start -> ends.started(start);
                    case RunEvent.Transcription spoken -> ends.heard(spoken);
                    case RunEvent.Summarised summary -> {
                        if (conversation.summary == null) {
                            conversation.summarise(summary);
                        }
                    }
                    case RunEvent.UserMessage question -> {
                        var end = ends.of(recorded, question);
                        var text = ends.text(recorded, question);
                        Optional<Exchange> exchange = end == null || text == null
                                ? Optional.empty()
                                : Exchange.of(recorded.seq(), RunMessages.of(text, record(end)), end);
                        exchange.ifPresent(exchanges::addFirst);
                        tokens += exchange.map(Exchange::tokens).orElse(0);
                    }
                    default -> {}
                }
            }
            seen += page.size();
            cursor = page.getLast().seq();
        }
        exchanges.forEach(exchange -> conversation.add(exchange, window));
        return conversation;
    }

    /** Only a run that used tools has anything on record beside its events. */
    private RunRecord record(RunEvent.Final end) {
        var account =
                switch (end) {
                    case RunEvent.Answered answered -> answered.account();
                    case RunEvent.Failed failed -> failed.account();
                    case RunEvent.Stopped stopped -> stopped.account();
                };
        return account == null ? RunRecord.NONE : journal.of(new RunId(end.runId()));
    }

    /** The newest exchanges of one session that fit the window, and the summary of those before. */
    private static final class Conversation {
        private final ArrayDeque<Exchange> exchanges = new ArrayDeque<>();
        private RunEvent.@Nullable Summarised summary;
        private long through;
        private int tokens;
        private int chars;
        /** The characters by which it counts in the cache; of the cache's lock, unlike all else. */
        private int counted;

        Past past(int budget) {
            int left = budget - (summary == null ? 0 : TokenEstimate.of(summary.text()));
            int fitting = 0;
            for (var newest = exchanges.descendingIterator(); newest.hasNext(); fitting++) {
                left -= newest.next().tokens();
                if (left < 0) {
                    break;
                }
            }
            return told(exchanges, exchanges.size() - fitting);
        }

        /** Returns by how many characters the conversation has grown. */
        int add(Exchange exchange, int window) {
            int before = chars;
            exchanges.addLast(exchange);
            tokens += exchange.tokens();
            chars += exchange.chars();
            while (tokens > window && exchanges.size() > 1) {
                forgetOldest();
            }
            return chars - before;
        }

        int summarise(RunEvent.Summarised newer) {
            int before = chars;
            var older = summary;
            summary = newer;
            through = newer.through();
            chars += newer.text().length() - (older == null ? 0 : older.text().length());
            tokens += TokenEstimate.of(newer.text()) - (older == null ? 0 : TokenEstimate.of(older.text()));
            while (!exchanges.isEmpty() && exchanges.getFirst().seq() <= through) {
                forgetOldest();
            }
            return chars - before;
        }

        Optional<Overflow> olderHalf() {
            var older = new ArrayDeque<Exchange>();
            int half = 0;
            for (var exchange : exchanges) {
                if (half > tokens / 2 || older.size() == exchanges.size() - 1) {
                    break;
                }
                older.addLast(exchange);
                half += exchange.tokens();
            }
            return upTo(older);
        }

        Optional<Overflow> upTo(ArrayDeque<Exchange> older) {
            return older.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Overflow(told(older, 0), older.getLast().seq()));
        }

        private void forgetOldest() {
            var oldest = exchanges.removeFirst();
            tokens -= oldest.tokens();
            chars -= oldest.chars();
        }

        /** Filled once and in its final size: it is made for every question, of hundreds of messages. */
        private Past told(ArrayDeque<Exchange> some, int leaveOut) {
            var messages = new ArrayList<ModelMessage>(2 * (some.size() - leaveOut) + OF_THE_RUN);
            int place = 0;
            for (var exchange : some) {
                if (place++ >= leaveOut) {
                    for (var message : exchange.messages()) {
                        messages.add(message);
                    }
                }
            }
            return new Past(summary == null ? null : summary.text(), messages);
        }
    }
}
