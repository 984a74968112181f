package dev.switchboard.edge.hud;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.edge.watch.PacedFrames;
import dev.switchboard.protocol.hud.ChatMessage;
import dev.switchboard.protocol.hud.FromHud;
import dev.switchboard.protocol.hud.HudFrames;
import dev.switchboard.protocol.hud.ToHud;
import java.util.ArrayList;

/**
 * What lies before the events a client has. It is sent as fast as the socket takes it, before the next frame of that client
 * is looked at.
 */
final class EarlierDesk {
    private final Huds.Services services;
    private final SessionId session;

    EarlierDesk(Huds.Services services, SessionId session) {
        this.services = services;
        this.session = session;
    }

    void show(FromHud.Earlier asked, WebSocket socket) throws InterruptedException {
        var before = asked.before();
        if (before == null || before < 1) {
            throw new SwitchboardException(ErrorCode.INVALID, "before is required: the lowest seq you have");
        }
        int limit = asked.limit() == null ? ReplayWindow.MAX_EVENTS : asked.limit();
        if (limit < 1 || limit > ReplayWindow.MAX_EVENTS) {
            throw new SwitchboardException(
                    ErrorCode.INVALID, "limit must be from 1 to %,d".formatted(ReplayWindow.MAX_EVENTS));
        }
        var window = ReplayWindow.of(services.ledger(), session, before, limit);
        var out = new PacedFrames(socket);
        var said = new ArrayList<ChatMessage>();
        long cursor = window.after();
        long first = before;
        boolean more = true;
        while (more) {
            var page = services.feed().after(session, cursor, Ledger.MAX_PAGE);
            more = !page.isEmpty();
            for (var recorded : page) {
                if (recorded.seq() >= before) {
                    more = false;
                    break;
                }
                first = Math.min(first, recorded.seq());
                var activity = HudProjection.activity(recorded, true);
                if (activity != null) {
                    out.send(HudFrames.write(activity));
                    out.awaitRoom();
                }
                said.addAll(HudProjection.said(recorded));
                cursor = recorded.seq();
            }
        }
        out.send(HudFrames.write(new ToHud.Earlier(said, first, window.more())));
        out.awaitRoom();
    }
}
