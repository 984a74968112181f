package dev.switchboard.app.conformance.device;

import static dev.switchboard.app.conformance.device.DeviceRequirement.CONNECT_FIRST;
import static dev.switchboard.app.conformance.device.DeviceRequirement.RECONNECTS;

import dev.switchboard.app.conformance.Card;
import dev.switchboard.protocol.terminal.FromTerminal.Connect;
import dev.switchboard.protocol.terminal.FromTerminal.Message;
import dev.switchboard.protocol.terminal.FromTerminal.Ping;
import dev.switchboard.protocol.terminal.TerminalFrames;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a device comes in: opens, says {@code connect}, is told {@code connected}. Thread: the grader's. */
final class Greeting {
    /** A device that leaves more often than this before it has said a word will go on doing so. */
    private static final int MAX_LEFT_EARLY = 5;

    private final DeviceSettings settings;
    private final Card card;
    private final Observer observer;
    private final GatewayFrames frames;
    private @Nullable String peerId;
    private int leftEarly;

    Greeting(DeviceSettings settings, Card card, Observer observer, GatewayFrames frames) {
        this.settings = settings;
        this.card = card;
        this.observer = observer;
        this.frames = frames;
    }

    String peerId() {
        return peerId == null ? "" : peerId;
    }

    /** Waits for a device that opens a connection and greets it. */
    Link await(DeviceRequirement whenAbsent, Duration wait) throws Over, InterruptedException {
        return of(opened(whenAbsent, wait));
    }

    /** Waits for a device that opens a connection. */
    Event.Opened opened(DeviceRequirement whenAbsent, Duration wait) throws Over, InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        while (true) {
            var event = observer.take(Duration.ofNanos(deadline - System.nanoTime()));
            if (event == null) {
                observer.fail(whenAbsent, "no connection came within %.1f s".formatted(wait.toMillis() / 1000.0));
                throw new Over();
            }
            if (event instanceof Event.Opened opened) {
                return opened;
            }
        }
    }

    /** Greets the device on this connection, or on the one after it if it leaves first. */
    Link of(Event.Opened opened) throws Over, InterruptedException {
        var link = opened.link();
        while (true) {
            switch (observer.take(settings.patience())) {
                case null -> {
                    observer.fail(CONNECT_FIRST, "it opened a connection and sent no connect");
                    throw new Over();
                }
                case Event.Said(var from, var said, var at)
                when from == link -> {
                    if (isGreeting(link, said, Duration.ofNanos(at - opened.at()))) {
                        return link;
                    }
                }
                case Event.Left(var from, var code)
                when from == link -> {
                    observer.fail(CONNECT_FIRST, "it left with %d before it said connect".formatted(code));
                    if (++leftEarly == MAX_LEFT_EARLY) {
                        throw new Over();
                    }
                }
                case Event.Opened another -> {
                    return of(another);
                }
                default -> {}
            }
        }
    }

    private boolean isGreeting(Link link, String said, Duration after) {
        switch (TerminalFrames.read(said)) {
            case Connect connect -> {
                return greet(link, connect, after);
            }
            case Message _ -> complain(link, "it sent a message before connect", "connect is required before message");
            case Ping() -> {
                observer.fail(CONNECT_FIRST, "it sent a ping before connect");
                send(link, frames.pong());
            }
            default -> complain(link, "its first frame was no connect", "connect is required first");
        }
        return false;
    }

    private boolean greet(Link link, Connect connect, Duration after) {
        var peer = connect.peerId();
        if (peer == null || peer.isBlank()) {
            complain(link, "its connect has no peer_id", "peer_id is required");
            return false;
        }
        var capabilities = connect.capabilities();
        if (capabilities != null && !capabilities.contains("text")) {
            observer.fail(CONNECT_FIRST, "its capabilities do not include text: " + capabilities);
        }
        if (after.compareTo(settings.lateness()) > 0) {
            observer.fail(CONNECT_FIRST, "connect came %.1f s after open".formatted(after.toMillis() / 1000.0));
        }
        if (peerId != null && !peerId.equals(peer)) {
            observer.fail(RECONNECTS, "it was %s and is now %s".formatted(peerId, peer));
        }
        peerId = peer;
        card.pass(CONNECT_FIRST);
        link.authenticated();
        observer.backoff().reset();
        observer.heartbeats().begin();
        send(link, frames.connected(peer));
        return true;
    }

    private void complain(Link link, String why, String error) {
        observer.fail(CONNECT_FIRST, why);
        send(link, frames.error(error));
    }

    private void send(Link link, String frame) {
        observer.transcript().toDevice(link.number(), frame);
        link.send(frame);
    }
}
