package dev.switchboard.core.channel;

import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.channel.Acknowledgement.Invalid;
import dev.switchboard.core.channel.Acknowledgement.Judged;
import dev.switchboard.core.channel.Admission.Accepted;
import dev.switchboard.core.channel.Admission.Answered;
import dev.switchboard.core.channel.Admission.Forgotten;
import dev.switchboard.core.channel.Admission.Refused;
import dev.switchboard.core.channel.Admission.Running;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.Attachments;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.telemetry.Telemetry;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only way in for a message, whatever it came through: validated, deduplicated and recorded before anyone is told
 * that it was accepted. Session ids are made here and nowhere else.
 *
 * <p>Thread: any; admission blocks until its commit.
 */
public final class ChannelRuntime {
    /** How many questions a peer that comes is told of at once. */
    private static final int MAX_QUESTIONS = 64;

    /** How many kept answers a peer that asks for them gets at once. */
    private static final int MAX_REPLAY = 200;

    /** An older answer is not pressed on anyone; asking again for its message still gives it. */
    private static final Duration REPLAYED_FOR = Duration.ofDays(7);

    private static final Logger log = LoggerFactory.getLogger(ChannelRuntime.class);

    private final Inbox inbox;
    private final ChannelEventLog events;
    private final MessageBus bus;
    private final HeldMessages held;
    private final Attachments attachments;
    private final Telemetry telemetry;
    private final Clock clock;
    private volatile boolean draining;

    public ChannelRuntime(
            Inbox inbox,
            ChannelEventLog events,
            MessageBus bus,
            HeldMessages held,
            Attachments attachments,
            Telemetry telemetry,
            Clock clock) {
        this.inbox = inbox;
        this.events = events;
        this.bus = bus;
        this.held = held;
        this.attachments = attachments;
        this.telemetry = telemetry;
        this.clock = clock;
    }

    public SessionId session(ChannelSettings channel, String peerId, @Nullable String threadId) {
        return SessionIds.of(channel.channelId(), channel.accountId(), peerId, threadId);
    }

    /** Whose session of these channels' it is, also before anything was said in it. */
    public static Optional<PeerSession> peerSession(Collection<ChannelSettings> channels, SessionId session) {
        return channels.stream()
                .flatMap(channel -> SessionIds.peer(channel, session).stream())
                .findFirst();
    }

    /** What became of a message with this id that was sent to a run of the session; empty if none was. */
    public Optional<Admission> injected(SessionId session, String messageId, String text) {
        return inbox.injected(session, messageId, text);
    }

    /** Whether a message with this id was accepted into the session, from a dialect whose ids are the session's. */
    public boolean knows(SessionId session, String messageId) {
        return inbox.knows(session, messageId);
    }

    /** The session a message belongs to. */
    public static SessionId session(ChannelIdentity message) {
        return SessionIds.of(message.channelId(), message.accountId(), message.peerId(), message.threadId());
    }

    /** Admits a message; returns what the peer is to be told, after it is on disk. */
    public Acknowledgement acceptInbound(ChannelSettings channel, Draft draft) {
        var complaint = MessageRules.complaint(draft, channel.maxMessageChars());
        if (complaint.isPresent()) {
            telemetry.refused();
            letGo(draft);
            return new Invalid(complaint.get());
        }
        var message = message(channel, draft);
        var hold = held.hold(message.session(), message.messageId());
        try {
            var admission = admit(message, draft.terms());
            if (!(admission instanceof Accepted)) {
                letGo(draft);
            }
            return new Judged(message, admission, () -> {
                hold.release();
                bus.publishInbound(message.session());
                log(message, admission);
            });
        } catch (RuntimeException | Error e) {
            hold.release();
            throw e;
        }
    }

    /** Sends a peer the answers that found nobody before. */
    public void replayUnclaimed(ChannelSettings channel, String peerId) {
        inbox.unclaimed(
                        channel.channelId(),
                        channel.accountId(),
                        peerId,
                        clock.instant().minus(REPLAYED_FOR),
                        MAX_REPLAY)
                .forEach(bus::publishOutbound);
    }

    /** What a peer's messages in this session wait for just now. */
    public List<PeerNotice> waiting(ChannelSettings channel, String peerId, SessionId session) {
        var now = clock.instant();
        return inbox.openQuestions(channel.channelId(), channel.accountId(), peerId, session, MAX_QUESTIONS).stream()
                .filter(question -> now.isBefore(question.approval().expiresAt()))
                .map(question -> PeerNotice.waiting(question.messageId(), question.approval()))
                .toList();
    }

    /** A peer was shown the answer to this message of this session by an ack. Never blocks. */
    public void shown(SessionId session, long seq) {
        Thread.startVirtualThread(() -> {
            try {
                inbox.delivered(session, seq);
            } catch (SwitchboardException e) {
                // It stays among what the peer may ask for again.
                log.atWarn().addKeyValue("session", session).log("could not record a shown answer: {}", e.getMessage());
            }
        });
    }

    /** From now on nothing is admitted; what was admitted is still run. */
    public void drain() {
        draining = true;
    }

    public boolean isDraining() {
        return draining;
    }

    private Admission admit(InboundMessage message, AdmissionTerms terms) {
        if (draining) {
            return new Refused(ErrorCode.SHUTTING_DOWN, "the gateway is restarting, send it again");
        }
        var started = System.nanoTime();
        var admission = inbox.admit(message, terms);
        record(message, admission, Duration.ofNanos(System.nanoTime() - started));
        return admission;
    }

    private void letGo(Draft draft) {
        if (draft.attachment() != null) {
            attachments.letGo(draft.attachment());
        }
    }

    private InboundMessage message(ChannelSettings channel, Draft draft) {
        var identity = new ChannelIdentity(
                channel.channelId(),
                channel.kind(),
                channel.accountId(),
                present(draft.peerId()),
                channel.kind(),
                present(draft.messageId()),
                draft.threadId(),
                draft.userId());
        return new InboundMessage(
                identity,
                draft.session() == null ? session(identity) : draft.session(),
                draft.attachment() == null ? MessageRules.wellFormed(present(draft.text())) : "",
                clock.instant(),
                draft.brief(),
                draft.attachment());
    }

    private void record(InboundMessage message, Admission admission, Duration took) {
        switch (admission) {
            case Accepted _ -> {
                telemetry.accepted(took);
                events.append(event(message, ChannelEvent.Type.INBOUND_ACCEPTED));
            }
            case Running _, Answered _ -> {
                telemetry.duplicate();
                events.append(event(message, ChannelEvent.Type.INBOUND_DUPLICATE));
            }
            case Forgotten _ -> {
                telemetry.duplicate();
                // Its text was removed everywhere; what is sent again of it is not kept either.
                events.append(
                        event(message, ChannelEvent.Type.INBOUND_DUPLICATE).withoutPreview());
            }
            case Refused _ -> telemetry.refused();
        }
    }

    private static void log(InboundMessage message, Admission admission) {
        log.atInfo()
                .addKeyValue("session", message.session())
                .addKeyValue("message", message.messageId())
                .log(
                        switch (admission) {
                            case Accepted _ -> "message accepted";
                            case Running _, Answered _, Forgotten _ -> "message is a duplicate";
                            case Refused refused ->
                                "message refused: " + refused.code().wireName();
                        });
    }

    private static ChannelEvent event(InboundMessage message, ChannelEvent.Type type) {
        return new ChannelEvent(
                message.identity().channelId(),
                type,
                message.receivedAt(),
                message.identity().peerId(),
                message.session(),
                message.messageId(),
                null,
                message.attachment() == null ? ChannelEvent.preview(message.text()) : null);
    }

    private static String present(@Nullable String checked) {
        if (checked == null) {
            throw new IllegalStateException("the rules let a missing field pass");
        }
        return checked;
    }
}
