package dev.switchboard.core.channel;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.Approvals.Notice;

/**
 * Tells the peer whose message it is that its run waits for somebody's word, and when that is over. Others are told nothing:
 * what a message leads to is its sender's business.
 *
 * <p>Thread: the one that asked or answered, so that a peer hears of an answer before anything that follows from it. Costs
 * one look at the store.
 */
public final class ApprovalNotices {
    private final Inbox inbox;
    private final ChannelManager channels;

    public ApprovalNotices(Inbox inbox, ChannelManager channels) {
        this.inbox = inbox;
        this.channels = channels;
    }

    public ApprovalNotices watching(Approvals approvals) {
        approvals.subscribe(this::hear);
        return this;
    }

    private void hear(Notice notice) {
        var approval = notice.approval();
        var decision = approval.decision();
        inbox.sender(approval.run())
                .ifPresent(sender -> channels.tell(
                        sender.channelId(),
                        sender.peerId(),
                        decision == null
                                ? PeerNotice.waiting(sender.messageId(), approval)
                                : PeerNotice.resolved(sender.messageId(), approval, decision)));
    }
}
