package dev.switchboard.client.hud;

import dev.switchboard.client.link.Link;
import dev.switchboard.client.link.LinkLoop;
import dev.switchboard.client.link.WebSocketLinks;
import java.net.URI;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Looks at a session or at the lobby, tells what it hears, and comes back after every cut.
 *
 * <p>Thread: every method from anywhere; none waits for the gateway. The listener is called on the client's own thread,
 * one notice at a time, and the next frame is not read before it returns.
 */
public final class HudClient implements AutoCloseable {
    private final HudSettings settings;
    private final Consumer<HudNotice> listener;
    private final WebSocketLinks links;
    private final HudProtocol protocol;
    private final LinkLoop<HudStep> loop;
    /** Where the next socket goes; the loop's thread's. */
    private String address = "";

    /** @param listener called on the client's thread */
    public static HudClient ofSession(HudSettings settings, String sessionId, Consumer<HudNotice> listener) {
        return start(settings, new WatchedSession(sessionId), listener);
    }

    /** @param listener called on the client's thread */
    public static HudClient ofLobby(HudSettings settings, Consumer<HudNotice> listener) {
        return start(settings, new WatchedLobby(), listener);
    }

    private static HudClient start(HudSettings settings, Watched watched, Consumer<HudNotice> listener) {
        var client = new HudClient(settings, watched, listener);
        client.loop.start();
        return client;
    }

    private HudClient(HudSettings settings, Watched watched, Consumer<HudNotice> listener) {
        this.settings = settings;
        this.listener = listener;
        this.links = new WebSocketLinks(settings.url(), settings.token(), null, HudProtocol.OPEN_WITHIN, this::refusal);
        this.protocol =
                new HudProtocol(watched, () -> ThreadLocalRandom.current().nextDouble());
        this.loop = new LinkLoop<>(
                "hud", this::open, protocol, this::act, why -> listener.accept(new HudNotice.Stopped(why)));
    }

    /** Leaves. What happens there goes on without us. */
    @Override
    public void close() {
        loop.close();
    }

    private Link open(Link.Events events) {
        return links.open(URI.create(settings.url() + address), events);
    }

    private String refusal(int status) {
        return switch (status) {
            case 401 -> "the gateway does not know the token (401)";
            case 403 ->
                "the gateway does not show this to the token, or does not talk to this address (403) — use a token"
                        + " with the scope task:read, or name the address in server.hosts of its configuration";
            case 404 -> "there is nothing to watch at %s (404) — check the address".formatted(settings.url());
            case 429 -> "the gateway cannot take one more watcher now (429)";
            case 502, 503, 504 -> "the gateway is not there behind its proxy (%d)".formatted(status);
            default -> "%s is no gateway (%d)".formatted(settings.url(), status);
        };
    }

    private void act(HudStep step) {
        switch (step) {
            case HudStep.Open(var next) -> {
                address = next;
                loop.open();
            }
            case HudStep.Send(var frame) -> loop.send(frame);
            case HudStep.Drop() -> loop.drop();
            case HudStep.Tell(var notice) -> listener.accept(notice);
        }
    }
}
