package dev.switchboard.testkit;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One peer's side of a conversation with a store: it says things and has them answered. */
public record Talk(String channelId, String accountId, String peerId, Instant now) {
    /** As many as may wait for a device. */
    public static final AdmissionTerms MAX_WAITING = AdmissionTerms.OF_A_PEER;

    public static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123456789Z");

    /** So many may wait. */
    public static AdmissionTerms upTo(int unfinished) {
        return new AdmissionTerms(unfinished, AdmissionTerms.DedupeScope.PEER);
    }

    public static Talk of(String peerId) {
        return new Talk("terminal-dev", "local", peerId, NOON);
    }

    public Talk at(Instant when) {
        return new Talk(channelId, accountId, peerId, when);
    }

    public SessionId session() {
        return new SessionId(channelId + ":" + accountId + ":" + peerId);
    }

    /** The session, which was never begun anew. */
    public SessionEpoch at() {
        return SessionEpoch.first(session());
    }

    /** What is known of the session. */
    public Inbox.Facts facts(@Nullable String agent) {
        return new Inbox.Facts(agent, channelId, null, 0);
    }

    public InboundMessage message(String id, String text) {
        var identity = new ChannelIdentity(channelId, "terminal", accountId, peerId, "device", id, null, "user-1");
        return new InboundMessage(identity, session(), text, now);
    }

    /** Says it and expects it to be accepted; its number in the session. */
    public long say(Inbox inbox, String id) {
        var admission = inbox.admit(message(id, "text of " + id), MAX_WAITING);
        if (admission instanceof Admission.Accepted(long seq)) {
            return seq;
        }
        throw new AssertionError("%s was not accepted: %s".formatted(id, admission));
    }

    /** Starts a run for the message and answers it. */
    public boolean answer(Ledger ledger, long messageSeq, String id) {
        start(ledger, messageSeq, id);
        return finish(ledger, messageSeq, id);
    }

    public void start(Ledger ledger, long messageSeq, String id) {
        ledger.start(at(), messageSeq, run(id), List.of(started(id), turnStart(id)))
                .await();
    }

    public boolean finish(Ledger ledger, long messageSeq, String id) {
        return ledger.finish(at(), messageSeq, run(id), List.of(turnEnd(id), answered(id)));
    }

    public RunId run(String id) {
        return new RunId("run-" + peerId + "-" + id);
    }

    public RunEvent.RunStarted started(String id) {
        return new RunEvent.RunStarted(run(id) + "/started", run(id).value(), id, "default", "offline", 1);
    }

    public RunEvent.TurnStart turnStart(String id) {
        return new RunEvent.TurnStart(run(id) + "/turn", run(id).value(), run(id) + "/c", null);
    }

    /** One with so much text. */
    public RunEvent.ThinkEnd thought(String id, int length) {
        return new RunEvent.ThinkEnd(
                run(id) + "/thought",
                run(id).value(),
                run(id) + "/t",
                run(id) + "/c",
                "x".repeat(length),
                false,
                RunEvent.Status.OK,
                7);
    }

    public RunEvent.TurnEnd turnEnd(String id) {
        return new RunEvent.TurnEnd(run(id) + "/turned", run(id).value(), run(id) + "/c", RunEvent.Status.OK, 7);
    }

    public RunEvent.Answered answered(String id) {
        return new RunEvent.Answered(
                run(id) + "/answered", run(id).value(), id, "answer to " + id, new RunEvent.Tokens(3, 4), 7);
    }

    public RunEvent.Failed failed(String id) {
        return new RunEvent.Failed(
                run(id) + "/failed", run(id).value(), id, "model_timeout", "The model did not answer.", null, 7);
    }
}
