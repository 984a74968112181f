package dev.switchboard.edge.board;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.Approvals.Notice;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The questions one board may answer. It is told of every one there is when it comes, and of every one from then on, once.
 *
 * <p>Thread: answers on the one that has the board's frame in hand, notices from anywhere.
 */
final class ApprovalDesk {
    private static final int MAX_REASON = 1_000;

    /** How many are read at once. */
    private static final int PAGE = 100;

    /** An answer this board is giving. */
    private record Answering(String approvalId, String messageId) {}

    private final Approvals approvals;
    private final Masking masking;
    private final BoardLine line;
    private final RunEvent.By self;
    private final ReentrantLock lock = new ReentrantLock();
    /** What this board has been asked and is not answered. */
    private final Set<String> asked = new HashSet<>();
    /** While the board is being told what there is: a page of it that it has not been told yet, oldest first. */
    private final LinkedHashMap<String, Approval> next = new LinkedHashMap<>();
    /** Whether a page is being read, and what was answered since: the page may still have it as open. */
    private boolean reading;

    private final Set<String> answeredMeanwhile = new HashSet<>();
    /** Whether something was asked since the last page was read: then there is another one. */
    private boolean missed;
    /** Whether the board has been told all there was, and is told at once what comes. */
    private boolean open;

    private volatile @Nullable Answering answering;

    /** @param self who answers here */
    ApprovalDesk(Approvals approvals, Masking masking, BoardLine line, RunEvent.By self) {
        this.approvals = approvals;
        this.masking = masking;
        this.line = line;
        this.self = self;
    }

    /**
     * Tells of all that waits, a page at a time and each after the one before has left: a thousand of them are more than an
     * outbox holds, and a board that reads slowly must not be closed for what it was sent at its login. {@link #hear} is
     * called from before this on.
     */
    void open() {
        String cursor = null;
        while (true) {
            lock.lock();
            try {
                missed = false;
                reading = true;
                answeredMeanwhile.clear();
            } finally {
                lock.unlock();
            }
            var page = approvals.pending(cursor, PAGE);
            lock.lock();
            try {
                reading = false;
                page.approvals().stream()
                        .filter(approval -> !answeredMeanwhile.contains(approval.id()))
                        .forEach(approval -> next.put(approval.id(), approval));
                if (next.isEmpty() && page.next() == null && !missed) {
                    open = true;
                    return;
                }
            } finally {
                lock.unlock();
            }
            cursor = page.next() != null ? page.next() : last(page, cursor);
            if (!tellPage()) {
                return;
            }
        }
    }

    private static @Nullable String last(Approvals.Page page, @Nullable String cursor) {
        return page.approvals().isEmpty() ? cursor : page.approvals().getLast().id();
    }

    /** False if the board has gone. */
    private boolean tellPage() {
        while (true) {
            var left = new CompletableFuture<Boolean>();
            lock.lock();
            try {
                var first = next.pollFirstEntry();
                if (first == null) {
                    return true;
                }
                if (!ask(first.getValue(), left::complete)) {
                    continue;
                }
            } finally {
                lock.unlock();
            }
            // Deaf to interrupts: it ends with the connection at the latest.
            if (!left.join()) {
                return false;
            }
        }
    }

    void hear(Notice notice) {
        lock.lock();
        try {
            tell(notice);
        } finally {
            lock.unlock();
        }
    }

    private void tell(Notice notice) {
        switch (notice) {
            case Notice.Asked(var approval) -> {
                if (open) {
                    ask(approval, WebSocket.Receipt.NONE);
                } else {
                    // It is on disk, behind what is being told.
                    missed = true;
                }
            }
            case Notice.Resolved(var approval) -> {
                asked.remove(approval.id());
                next.remove(approval.id());
                if (reading) {
                    answeredMeanwhile.add(approval.id());
                }
                var own = answering;
                var inReplyTo = own != null && own.approvalId().equals(approval.id()) ? own.messageId() : null;
                var decision = approval.decision();
                if (decision != null) {
                    line.reply(inReplyTo, resolved(approval.id(), decision));
                }
            }
        }
    }

    /** False if the board has been asked before. */
    private boolean ask(Approval approval, WebSocket.Receipt receipt) {
        if (!asked.add(approval.id())) {
            return false;
        }
        var left = Duration.between(line.now(), approval.expiresAt()).toMillis();
        line.send(
                new ToBoard.ApprovalRequired(
                        approval.run().value(),
                        approval.id(),
                        new ToBoard.AskedCall(approval.callId(), approval.tool(), approval.arguments()),
                        approval.reason(),
                        Math.max(0, left)),
                receipt);
        return true;
    }

    void respond(String id, FromBoard.ApprovalResponse response) {
        if (response.approvalId() == null || response.approved() == null) {
            line.error(id, "protocol_error", "approval_id and approved are required");
            return;
        }
        if (response.reason() != null && response.reason().length() > MAX_REASON) {
            line.error(id, "protocol_error", "reason may have at most %,d characters".formatted(MAX_REASON));
            return;
        }
        answering = new Answering(response.approvalId(), id);
        try {
            switch (approvals.answer(response.approvalId(), response.approved(), response.reason(), self)) {
                case Approvals.Answer.Taken() -> {
                    // All boards were told, this one too.
                }
                case Approvals.Answer.Unknown() ->
                    line.error(id, "approval_not_found", "there is no such approval, or its run is long over");
                case Approvals.Answer.TooLate(var decision) ->
                    line.reply(id, resolved(response.approvalId(), decision));
            }
        } finally {
            answering = null;
        }
    }

    /** The reason is kept as it was written, since the model reads it. */
    private ToBoard resolved(String approvalId, Decision decision) {
        var reason = decision.reason() == null ? null : masking.mask(decision.reason());
        return new ToBoard.ApprovalResolved(
                approvalId, decision.approved(), reason, decision.code(), by(decision.by()));
    }

    private ToBoard.@Nullable By by(RunEvent.@Nullable By by) {
        var device = by == null ? null : by.deviceId();
        return by == null
                ? null
                : new ToBoard.By(masking.mask(by.name()), device == null ? null : masking.mask(device));
    }
}
