package dev.switchboard.core.channel;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The durable queue of messages: it remembers what was accepted, what is still to be run, and which answers have not
 * reached their peer. The queue is the table; there is no other copy.
 */
public interface Inbox {

    /**
     * A session, as far as a run has to know it.
     *
     * @param agent who it was given or switched to; null if it never was
     * @param channel where it belongs; null if it was made by hand
     * @param workingDir the folder it works in, if it has one of its own
     * @param epoch how often it was begun anew
     */
    record Facts(
            @Nullable String agent,
            @Nullable String channel,
            @Nullable String workingDir,
            long epoch) {
        /** The same with another agent. */
        public Facts with(String other) {
            return new Facts(other, channel, workingDir, epoch);
        }
    }

    /**
     * A message that has no final event yet.
     *
     * @param seq its ledger number
     * @param run the run that was started for it before a restart, if any
     * @param attempts how often a run was started for it without finishing
     * @param more whether others of its session waited behind it when it was looked up
     * @param session what a run has to know of it
     */
    record Waiting(
            InboundMessage message, long seq, @Nullable RunId run, int attempts, boolean more, Facts session) {
        /** What a run for it writes for. */
        public SessionEpoch at() {
            return new SessionEpoch(message.session(), session.epoch());
        }
    }

    /**
     * Dedupe, the limit of unfinished messages and the record, in one transaction; returns after it is on disk. A message
     * that was accepted before is a duplicate also where there is no room. Failing to write is a {@link
     * Admission.Refused}.
     */
    Admission admit(InboundMessage message, AdmissionTerms terms);

    /** Whether the session was sent a message with this id, by a dialect whose ids are the session's. */
    boolean knows(SessionId session, String messageId);

    /**
     * What became of a message that was sent to a run of this session instead of being admitted: the run's answer is its
     * answer. Empty if none with this id was.
     *
     * @param text as it is sent now
     */
    Optional<Admission> injected(SessionId session, String messageId, String text);

    /** The oldest message of the session without a final event. */
    Optional<Waiting> next(SessionId session);

    /** A page of the sessions that have a message without a final event, accepted before {@code before}. */
    List<SessionId> sessionsWaiting(Instant before, @Nullable SessionId after, int limit);

    /** Answers committed before {@code before} of which nobody has said whether they reached their peer. */
    List<OutboundMessage> undelivered(Instant before, int limit);

    /** Answers nobody was there to take, to messages accepted since then, oldest first. */
    List<OutboundMessage> unclaimed(String channelId, String accountId, String peerId, Instant since, int limit);

    /** Returns after the commit. A crash before it leaves the answer undelivered, never lost. */
    void delivered(SessionId session, long messageSeq);

    void unclaimed(SessionId session, long messageSeq);

    /** Who sent the message that this run is for, and which one it was. Empty before the run has begun. */
    Optional<ChannelIdentity> sender(RunId run);

    /**
     * A question nobody has answered.
     *
     * @param messageId the message whose run asks it
     */
    record OpenQuestion(String messageId, Approval approval) {}

    /** What this peer's messages in the session wait for, oldest first; what has expired is among it. */
    List<OpenQuestion> openQuestions(String channelId, String accountId, String peerId, SessionId session, int limit);

    /**
     * The sessions of messages accepted before {@code before} without a final event, one for each message. A message may
     * have been given to another session than the one its peer would have.
     */
    List<SessionId> unanswered(Instant before, int limit);
}
