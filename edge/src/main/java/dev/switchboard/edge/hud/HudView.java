package dev.switchboard.edge.hud;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.preview.LiveView.Seen;
import dev.switchboard.edge.watch.Frames;
import dev.switchboard.edge.watch.Projection;
import dev.switchboard.protocol.hud.AskedCall;
import dev.switchboard.protocol.hud.By;
import dev.switchboard.protocol.hud.ChatMessage;
import dev.switchboard.protocol.hud.HudEvent;
import dev.switchboard.protocol.hud.HudFrames;
import dev.switchboard.protocol.hud.ToHud;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * One socket looking at one session: what has happened, what was said until then in one frame, what waits for an answer,
 * then whatever comes.
 */
final class HudView implements Projection {
    /** What a view has to know of its session beside what happens there. */
    interface OfSession {
        /** What waits for an answer. */
        List<Approval> waiting();

        /**
         * Asked when it was begun anew: the number of the last event there is to show, since it was deleted; no number at
         * all ({@link Long#MAX_VALUE}) while it is there.
         */
        long last();

        /** All was shown of a session that was deleted. */
        void gone();
    }

    private final String sessionId;
    private final long from;
    private final Clock clock;
    private final OfSession session;
    /** What was said, while it is replayed; only as much as one frame may have. */
    private final ArrayDeque<ChatMessage> said = new ArrayDeque<>();

    private final Set<String> asked = new HashSet<>();
    private long saidSize;
    private boolean gap;
    private boolean begun;
    private boolean replaying = true;
    private long last = Long.MAX_VALUE;

    /**
     * @param from up to where the client has seen everything; 0 if it has seen nothing
     * @param gap whether older events are left out
     * @param session what is asked of it
     */
    HudView(String sessionId, long from, boolean gap, Clock clock, OfSession session) {
        this.sessionId = sessionId;
        this.from = from;
        this.gap = gap;
        this.clock = clock;
        this.session = session;
    }

    @Override
    public boolean see(Seen seen, boolean replayed, Frames out) {
        switch (seen) {
            case Seen.Event(var recorded) -> {
                see(recorded, replayed, out);
                if (!replayed && isNewBeginning(recorded)) {
                    last = session.last();
                }
                return recorded.seq() < last;
            }
            case Seen.Text(var message, var piece, var offset) ->
                send(out, new ToHud.Delta(message.run().value(), piece, offset, message.id(), null));
            case Seen.Retracted(var message) ->
                send(out, new ToHud.Delta(message.run().value(), "", 0, message.id(), true));
            // Arguments are shown when their call begins.
            case Seen.Call _ -> {}
        }
        return true;
    }

    private void see(Recorded recorded, boolean replayed, Frames out) {
        if (replayed && isNewBeginning(recorded) && (begun || from > 0 && from < recorded.seq() - 1)) {
            // It was reset while somebody was about to be shown what was before.
            gap = true;
            said.clear();
            saidSize = 0;
        }
        if (replayed && !begun) {
            begun = true;
            out.send(HudFrames.write(reconnected()));
        }
        var activity = HudProjection.activity(recorded, replayed);
        if (activity != null) {
            out.send(HudFrames.write(activity));
        }
        for (var message : HudProjection.said(recorded)) {
            if (replayed) {
                keep(message);
            } else {
                send(out, new ToHud.Message(message));
            }
        }
        if (!replayed) {
            ask(recorded.event(), out);
            if (isNewBeginning(recorded)) {
                asked.clear();
                send(out, new ToHud.History(List.of(), true));
            }
        }
    }

    private void keep(ChatMessage message) {
        said.addLast(message);
        saidSize += ReplayWindow.size(message);
        while (saidSize > ReplayWindow.MAX_SIZE && said.size() > 1) {
            saidSize -= ReplayWindow.size(said.removeFirst());
            gap = true;
        }
    }

    private void ask(RunEvent event, Frames out) {
        if (event instanceof RunEvent.ApprovalRequired required && asked.add(required.approvalId())) {
            send(
                    out,
                    new ToHud.Approval(
                            required.approvalId(),
                            new AskedCall(required.correlationId(), required.tool(), required.args()),
                            required.reason(),
                            required.expiresAt().toString()));
        } else if (event instanceof RunEvent.ApprovalResolved resolved) {
            asked.remove(resolved.approvalId());
            send(
                    out,
                    new ToHud.ApprovalResolved(
                            resolved.approvalId(), resolved.approved(), resolved.reason(), by(resolved.by())));
        }
    }

    @Override
    public void caughtUp(Frames out) {
        if (!replaying) {
            return;
        }
        replaying = false;
        send(out, new ToHud.History(List.copyOf(said), gap ? true : null));
        said.clear();
        for (var approval : session.waiting()) {
            if (asked.add(approval.id())) {
                send(
                        out,
                        new ToHud.Approval(
                                approval.id(),
                                new AskedCall(approval.callId(), approval.tool(), approval.arguments()),
                                approval.reason(),
                                approval.expiresAt().toString()));
            }
        }
    }

    @Override
    public void over() {
        if (last != Long.MAX_VALUE) {
            session.gone();
        }
    }

    private static boolean isNewBeginning(Recorded recorded) {
        return recorded.event() instanceof RunEvent.Received received
                && received.subtype().equals(RunEvent.Received.NEW_SESSION);
    }

    private HudEvent reconnected() {
        var payload = JsonNodeFactory.instance.objectNode().put("sessionKey", sessionId);
        return new HudEvent.Received(
                UUID.randomUUID().toString(),
                "reconnect",
                Labels.of("reconnect", payload),
                payload,
                clock.millis(),
                null,
                null);
    }

    private static @Nullable By by(RunEvent.@Nullable By by) {
        return by == null ? null : new By(by.name(), by.deviceId());
    }

    private static void send(Frames out, ToHud frame) {
        out.send(HudFrames.write(frame));
    }
}
