package dev.switchboard.core.approval;

import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions to people and their answers. A question is on disk before anyone sees it, and so is its one answer: an
 * answer, the time-out and a stop race by compare-and-set in the store. No answer means no.
 *
 * <p>Thread: {@code ask} on the run's; all else from anywhere.
 */
public final class Approvals {
    private static final Logger log = LoggerFactory.getLogger(Approvals.class);

    /** A run asks for one call after the other; only those that only look are made beside each other. */
    private static final int MAX_IN_SESSION = 100;
    /** More than ever wait at once. */
    private static final int REMEMBERED = 4_096;

    /** A question that a run in this gateway waits for. */
    private record Open(RunId run, CompletableFuture<Decision> answer) {}

    /** What became of an answer. */
    public sealed interface Answer {
        record Taken() implements Answer {}

        record Unknown() implements Answer {}

        /** Somebody or something was faster. */
        record TooLate(Decision decision) implements Answer {}
    }

    /** @param next what to ask for next; null if there is no more */
    public record Page(List<Approval> approvals, @Nullable String next) {}

    /** What a subscriber hears. */
    public sealed interface Notice {
        Approval approval();

        record Asked(Approval approval) implements Notice {}

        /** The approval has its decision. */
        record Resolved(Approval approval) implements Notice {}
    }

    /** Who has to look something up before it can hear. */
    public interface Subscriber {
        /**
         * Called with a question that is about to be told or was answered. Takes its time: it holds up nobody but the
         * thread that asked or answered.
         *
         * @return who hears of it: be quick, and do not answer there
         */
        Consumer<Notice> about(Approval approval);
    }

    private final ApprovalStore store;
    private final Clock clock;
    private final Supplier<String> ids;
    private final MessageBus bus;
    private final ConcurrentHashMap<String, Open> open = new ConcurrentHashMap<>();
    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    /** Held while subscribers are told, so that nobody hears of an answer before its question. */
    private final ReentrantLock telling = new ReentrantLock();
    /** The newest ids of which the answer was told here, so that it is told once whoever comes upon it. */
    private final Set<String> told = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    });

    /** @param bus to reach the gateway in which the run waits, if it is not this one */
    public Approvals(ApprovalStore store, Clock clock, Supplier<String> ids, MessageBus bus) {
        this.store = store;
        this.clock = clock;
        this.ids = ids;
        this.bus = bus;
    }

    /**
     * Asks and waits for the answer. After a restart the run asks again under the same id, and what was answered
     * meanwhile counts.
     *
     * @param recorded whether the question is on record already
     * @param required the event that shows the question
     * @throws InterruptedException if the run is stopped or the gateway stops; the question stays open
     */
    public Decision ask(Approval approval, boolean recorded, RunEvent.ApprovalRequired required)
            throws InterruptedException {
        var answer = new CompletableFuture<Decision>();
        open.put(approval.id(), new Open(approval.run(), answer));
        try {
            if (recorded) {
                // Answered between the look at the record and now?
                hear(store.approval(approval.id()).stream().toList());
            } else {
                record(approval, required);
            }
            tellUnlessAnswered(approval, answer);
            return await(approval, answer);
        } finally {
            open.remove(approval.id());
        }
    }

    private void record(Approval approval, RunEvent.ApprovalRequired required) {
        if (!store.ask(approval, required)) {
            throw new IllegalStateException("a call was to be asked for a second time: " + approval.id());
        }
    }

    private Decision await(Approval approval, CompletableFuture<Decision> answer) throws InterruptedException {
        var patience = Duration.between(clock.instant(), approval.expiresAt());
        try {
            return answer.get(Math.max(0, patience.toMillis()), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return decide(approval, timeout());
        } catch (ExecutionException e) {
            throw new AssertionError("answers are never exceptional", e);
        }
    }

    /**
     * Answers once; every further answer learns what the first one was.
     *
     * @param by who answers
     */
    public Answer answer(String approvalId, boolean approved, @Nullable String reason, RunEvent.By by) {
        var found = store.approval(approvalId);
        if (found.isEmpty()) {
            return new Answer.Unknown();
        }
        var approval = found.get();
        if (approval.decision() != null) {
            return new Answer.TooLate(approval.decision());
        }
        boolean late = isOver(approval);
        boolean waitsHere = open.containsKey(approvalId);
        var meant = late ? timeout() : new Decision(approved, reason, null, by);
        Decision decided;
        try {
            decided = decide(approval, meant);
        } catch (SwitchboardException e) {
            if (e.code() == ErrorCode.NO_LONGER_YOURS) {
                return new Answer.Unknown();
            }
            throw e;
        }
        if (!waitsHere) {
            bus.nudge(approval.session());
        }
        return decided == meant && !late ? new Answer.Taken() : new Answer.TooLate(decided);
    }

    /** The run that asked, or was about to ask, is at its end. What was answered before stays answered. */
    public void withdraw(Approval approval) {
        if (store.approval(approval.id()).isPresent()) {
            decide(approval, Decision.none("The run was stopped.", Decision.STOPPED));
        }
    }

    /** Its session was begun anew, which is on record along with this question's end: whoever knows of it is told. */
    public void withdrawn(Approval approval) {
        var decision = approval.decision();
        if (decision == null) {
            throw new IllegalArgumentException("not withdrawn: " + approval.id());
        }
        tellAnswer(approval, decision);
    }

    /**
     * A page of what waits for an answer, oldest first; one may be empty and have a next one.
     *
     * @param after the {@code next} of the page before, null for the first one
     */
    public Page pending(@Nullable String after, int limit) {
        var found = store.unanswered(after, limit);
        var unanswered = found.approvals();
        // Nobody else will record their end: they would be looked at again with every list, for ever.
        unanswered.stream().filter(this::isLeft).forEach(approval -> decide(approval, timeout()));
        return new Page(
                unanswered.stream().filter(approval -> !isOver(approval)).toList(),
                found.more() ? unanswered.getLast().id() : null);
    }

    /** The questions that these runs wait for here. */
    public List<String> waitingFor(Set<RunId> runs) {
        return open.entrySet().stream()
                .filter(waiting -> runs.contains(waiting.getValue().run()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Brings answers that are on record, whoever recorded them, to the runs that wait for them and to who subscribed. */
    public void hear(List<Approval> recorded) {
        for (var approval : recorded) {
            var decision = approval.decision();
            if (decision != null && open.containsKey(approval.id())) {
                tellAnswer(approval, decision);
            }
        }
    }

    /** What a session waits for, oldest first. */
    public List<Approval> waitingIn(SessionId session) {
        return store.unansweredIn(session, MAX_IN_SESSION).stream()
                .filter(approval -> !isOver(approval))
                .toList();
    }

    /** Whether it was ever asked. */
    public boolean isKnown(String approvalId) {
        return store.approval(approvalId).isPresent();
    }

    /** The runs that wait for somebody's word, also those that have not been taken up again since a restart. */
    public Set<RunId> runsAsking() {
        return store.runsAsking();
    }

    /** How many wait just now. */
    public int waiting() {
        return open.size();
    }

    /** Expired, and its run no longer waits for it: the gateway went down and the run ended another way. */
    private boolean isLeft(Approval approval) {
        return isOver(approval) && !open.containsKey(approval.id());
    }

    private boolean isOver(Approval approval) {
        return !clock.instant().isBefore(approval.expiresAt());
    }

    /** Hears of every question and answer from now on, on the thread that caused it: be quick, and do not answer there. */
    public AutoCloseable subscribe(Consumer<Notice> hearer) {
        return subscribePrepared(_ -> hearer);
    }

    /** The same, for who has to look something up first. */
    public AutoCloseable subscribePrepared(Subscriber subscriber) {
        subscribers.add(subscriber);
        return () -> subscribers.remove(subscriber);
    }

    /** The decision that counts: this one, or the one that was faster. */
    private Decision decide(Approval approval, Decision decision) {
        var resolved = new RunEvent.ApprovalResolved(
                ids.get(),
                approval.run().value(),
                approval.id(),
                approval.callId(),
                approval.turnId(),
                approval.tool(),
                decision.approved(),
                decision.reason(),
                decision.code(),
                decision.by(),
                waitedMs(approval),
                approval.arguments());
        boolean first = store.answer(approval, decision, resolved);
        var counts = first ? decision : present(approval.id());
        tellAnswer(approval, counts);
        if (first) {
            log.atInfo()
                    .addKeyValue("session", approval.session())
                    .addKeyValue("run", approval.run())
                    .log(decision.approved() ? "call approved" : "call refused");
        }
        return counts;
    }

    /**
     * Tells of an answer, once, and only then lets the run go on: who is told hears of it before anything that follows.
     */
    private void tellAnswer(Approval approval, Decision decision) {
        var hearers = isTold(approval.id()) ? List.<Consumer<Notice>>of() : hearers(approval);
        telling.lock();
        try {
            if (told.add(approval.id())) {
                tell(hearers, new Notice.Resolved(approval.answered(decision)));
            }
            var waiting = open.get(approval.id());
            if (waiting != null) {
                waiting.answer().complete(decision);
            }
        } finally {
            telling.unlock();
        }
    }

    private boolean isTold(String approvalId) {
        telling.lock();
        try {
            return told.contains(approvalId);
        } finally {
            telling.unlock();
        }
    }

    private @Nullable Long waitedMs(Approval approval) {
        var askedAt = approval.askedAt();
        return askedAt == null
                ? null
                : Duration.between(askedAt, clock.instant()).toMillis();
    }

    private Decision present(String approvalId) {
        var decision = store.approval(approvalId).map(Approval::decision).orElse(null);
        if (decision == null) {
            throw new IllegalStateException("an approval was neither open nor answered: " + approvalId);
        }
        return decision;
    }

    private static Decision timeout() {
        return Decision.none("Nobody answered in time.", Decision.TIMEOUT);
    }

    /** An answer may have come between the record of the question and here; then it alone is told. */
    private void tellUnlessAnswered(Approval approval, CompletableFuture<Decision> answer) {
        var hearers = hearers(approval);
        telling.lock();
        try {
            if (!answer.isDone()) {
                tell(hearers, new Notice.Asked(approval));
            }
        } finally {
            telling.unlock();
        }
    }

    /** Without {@link #telling}: they may look at the store, and all other questions and answers would wait for that. */
    private List<Consumer<Notice>> hearers(Approval approval) {
        var hearers = new ArrayList<Consumer<Notice>>();
        for (var subscriber : subscribers) {
            try {
                hearers.add(subscriber.about(approval));
            } catch (RuntimeException | Error e) {
                log.warn("a subscriber of approvals failed", e);
            }
        }
        return hearers;
    }

    private static void tell(List<Consumer<Notice>> hearers, Notice notice) {
        for (var hearer : hearers) {
            try {
                hearer.accept(notice);
            } catch (RuntimeException | Error e) {
                log.warn("a subscriber of approvals failed", e);
            }
        }
    }
}
