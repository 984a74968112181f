package dev.switchboard.core.channel;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Decision;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A word to a peer about one of its messages, before its answer. Nobody has to hear it: it is neither kept nor confirmed.
 *
 * @param text a sentence for a person
 * @param expiresAt when the wait ends by itself; null when it is over
 */
public record PeerNotice(
        String messageId,
        Code code,
        String text,
        String approvalId,
        @Nullable Instant expiresAt) {
    /** Names of tools are others' words. */
    private static final int MAX_TOOL = 64;

    public enum Code {
        WAITING_FOR_APPROVAL,
        APPROVAL_RESOLVED;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static PeerNotice waiting(String messageId, Approval approval) {
        var tool = approval.tool().length() <= MAX_TOOL ? approval.tool() : "a tool";
        return new PeerNotice(
                messageId,
                Code.WAITING_FOR_APPROVAL,
                "This waits until somebody allows %s: switchboard approve shows it and takes the answer."
                        .formatted(tool),
                approval.id(),
                approval.expiresAt());
    }

    static PeerNotice resolved(String messageId, Approval approval, Decision decision) {
        return new PeerNotice(messageId, Code.APPROVAL_RESOLVED, outcome(decision), approval.id(), null);
    }

    private static String outcome(Decision decision) {
        return switch (decision.code()) {
            case Decision.TIMEOUT -> "Nobody answered in time, so it was refused.";
            case Decision.STOPPED -> "It was stopped before anybody answered.";
            case null, default -> decision.approved() ? "It was allowed." : "It was refused.";
        };
    }
}
