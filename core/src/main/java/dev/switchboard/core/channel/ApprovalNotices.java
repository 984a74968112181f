package dev.switchboard.core.channel;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.Approvals.Notice;
import java.util.function.Consumer;

/**
 * Tells the peer whose message it is that its run waits for somebody's word, and when that is over. Others are told nothing:
 * what a message leads to is its sender's business.
 *
 * <p>Thread: the one that asked or answered, so that a peer hears of an answer before anything that follows from it. Costs
 * one look at the store, for which nobody else waits.
 */
public final class ApprovalNotices {
    private final Inbox inbox;
    private final ChannelManager channels;

    public ApprovalNotices(Inbox inbox, ChannelManager channels) {
        this.inbox = inbox;
        this.channels = channels;
    }

    public ApprovalNotices watching(Approvals approvals) {
        approvals.subscribePrepared(this::about);
        return this;
    }

    private Consumer<Notice> about(Approval asked) {
        var sender = inbox.sender(asked.run());
        return notice -> sender.ifPresent(
                peer -> channels.tell(peer.channelId(), peer.peerId(), words(peer.messageId(), notice.approval())));
    }

    private static PeerNotice words(String messageId, Approval approval) {
        var decision = approval.decision();
        return decision == null
                ? PeerNotice.waiting(messageId, approval)
                : PeerNotice.resolved(messageId, approval, decision);
    }
}
