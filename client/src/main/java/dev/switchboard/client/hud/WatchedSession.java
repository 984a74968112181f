package dev.switchboard.client.hud;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.protocol.hud.HudEvent;
import dev.switchboard.protocol.hud.HudFrames;
import dev.switchboard.protocol.hud.HudFrames.FromGateway;
import dev.switchboard.protocol.hud.ToHud;
import java.net.URLEncoder;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * One session, and how much of it was heard. Events come in the order of their numbers, and one may be several frames: so we
 * come back with our highest number less one, and what we have of that number is told apart by its id.
 */
final class WatchedSession implements Watched {
    private static final long NOTHING = -1;

    private final String path;
    /** Up to here everything was heard: before the replay is over, what was said until then is still to come. */
    private long cursor = NOTHING;

    private long highest = NOTHING;
    /** Of the events that are numbered {@link #highest}. */
    private final Set<String> ids = new HashSet<>();

    private boolean greeted;
    private boolean live;
    private long newest;

    WatchedSession(String sessionId) {
        this.path = "/ws/" + URLEncoder.encode(sessionId, UTF_8).replace("+", "%20");
    }

    @Override
    public String address() {
        return cursor == NOTHING ? path : path + "?after=" + Math.max(0, cursor - 1);
    }

    @Override
    public boolean isGreeted() {
        return greeted;
    }

    @Override
    public void again() {
        greeted = false;
        live = false;
    }

    @Override
    public Optional<HudNotice> hear(String text) {
        var frame = HudFrames.readAnswer(text);
        boolean isNew =
                switch (frame) {
                    case FromGateway.Activity(var event) -> isNew(event.id(), number(event));
                    case FromGateway.Chat(ToHud.Message(var message)) -> isNew(message.id(), message.seq());
                    case FromGateway.Chat(ToHud.Connected connected) -> {
                        greeted(connected.seq());
                        yield true;
                    }
                    case FromGateway.Chat(ToHud.History _) -> {
                        live = true;
                        reached(newest);
                        yield true;
                    }
                    case FromGateway.Chat(ToHud.Pong _) -> false;
                    case FromGateway.Chat _, FromGateway.Unknown _ -> true;
                };
        if (live) {
            cursor = highest;
        }
        return isNew ? Optional.of(new HudNotice.OfSession(text, frame)) : Optional.empty();
    }

    private void greeted(long seq) {
        greeted = true;
        newest = seq;
        if (seq < highest) {
            // Another gateway's, or one that was set back: our numbers mean nothing there.
            highest = seq;
            cursor = Math.min(cursor, seq);
            ids.clear();
        }
    }

    private boolean isNew(String id, long seq) {
        if (seq == NOTHING) {
            return true;
        }
        if (seq < highest) {
            return false;
        }
        reached(seq);
        return ids.add(id);
    }

    private void reached(long seq) {
        if (seq > highest) {
            highest = seq;
            ids.clear();
        }
    }

    private static long number(HudEvent event) {
        return event.seq() == null ? NOTHING : event.seq();
    }
}
