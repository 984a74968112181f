package dev.switchboard.edge.board;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.Approvals.Notice;
import dev.switchboard.core.journal.Approval;
import dev.switchboard.core.journal.Decision;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The questions one board may answer. It is told of every one there is when it comes, and of every one from then on, once.
 *
 * <p>Thread: answers on the one that has the board's frame in hand, notices from anywhere.
 */
final class ApprovalDesk {
    private static final int MAX_REASON = 1_000;

    /** An answer this board is giving. */
    private record Answering(String approvalId, String messageId) {}

    private final Approvals approvals;
    private final Masking masking;
    private final BoardLine line;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> asked = new HashSet<>();
    /** What has happened while the board was about to be told what there is; null after that. */
    private @Nullable List<Notice> meanwhile = new ArrayList<>();

    private volatile @Nullable Answering answering;

    ApprovalDesk(Approvals approvals, Masking masking, BoardLine line) {
        this.approvals = approvals;
        this.masking = masking;
        this.line = line;
    }

    /** Tells of all that waits; {@link #hear} is called from before this on. */
    void open() {
        var pending = approvals.pending();
        lock.lock();
        try {
            var since = meanwhile == null ? List.<Notice>of() : meanwhile;
            meanwhile = null;
            pending.stream()
                    .filter(approval -> since.stream().noneMatch(notice -> isAbout(approval, notice)))
                    .forEach(this::ask);
            since.forEach(this::tell);
        } finally {
            lock.unlock();
        }
    }

    void hear(Notice notice) {
        lock.lock();
        try {
            if (meanwhile == null) {
                tell(notice);
            } else {
                meanwhile.add(notice);
            }
        } finally {
            lock.unlock();
        }
    }

    private static boolean isAbout(Approval approval, Notice notice) {
        return notice.approval().id().equals(approval.id());
    }

    private void tell(Notice notice) {
        switch (notice) {
            case Notice.Asked(var approval) -> ask(approval);
            case Notice.Resolved(var approval) -> {
                asked.remove(approval.id());
                var own = answering;
                var inReplyTo = own != null && own.approvalId().equals(approval.id()) ? own.messageId() : null;
                var decision = approval.decision();
                if (decision != null) {
                    line.reply(inReplyTo, resolved(approval.id(), decision));
                }
            }
        }
    }

    private void ask(Approval approval) {
        if (asked.add(approval.id())) {
            var left = Duration.between(line.now(), approval.expiresAt()).toMillis();
            line.send(new ToBoard.ApprovalRequired(
                    approval.run().value(),
                    approval.id(),
                    new ToBoard.AskedCall(approval.callId(), approval.tool(), approval.arguments()),
                    approval.reason(),
                    Math.max(0, left)));
        }
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
            switch (approvals.answer(response.approvalId(), response.approved(), response.reason())) {
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
        return new ToBoard.ApprovalResolved(approvalId, decision.approved(), reason, decision.code());
    }
}
