package dev.switchboard.app.conformance.device;

import static dev.switchboard.app.conformance.device.DeviceRequirement.BACKOFF;
import static dev.switchboard.app.conformance.device.DeviceRequirement.NO_OTHER_PATH;
import static dev.switchboard.app.conformance.device.DeviceRequirement.OPENS_URL;
import static dev.switchboard.app.conformance.device.DeviceRequirement.PING;
import static dev.switchboard.app.conformance.device.DeviceRequirement.TEXT_ONLY;

import dev.switchboard.app.conformance.Card;
import dev.switchboard.app.conformance.Transcript;
import dev.switchboard.protocol.terminal.FromTerminal.Malformed;
import dev.switchboard.protocol.terminal.FromTerminal.Ping;
import dev.switchboard.protocol.terminal.FromTerminal.Unknown;
import dev.switchboard.protocol.terminal.TerminalFrames;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Takes every event from the door, writes it down, and judges what can be judged whatever the script is at. */
final class Observer {
    private static final int FRAMES_SHOWN = 8;

    private final Door door;
    private final Card card;
    private final Transcript transcript = new Transcript();
    private final Backoff backoff;
    private final Heartbeats heartbeats;

    Observer(Door door, Card card, DeviceSettings settings) {
        this.door = door;
        this.card = card;
        this.backoff = new Backoff(settings);
        this.heartbeats = new Heartbeats(settings);
    }

    Transcript transcript() {
        return transcript;
    }

    Backoff backoff() {
        return backoff;
    }

    Heartbeats heartbeats() {
        return heartbeats;
    }

    /** With the frames that led here. */
    void fail(DeviceRequirement requirement, String why) {
        card.fail(requirement, why, transcript.last(FRAMES_SHOWN));
    }

    /** Null if nothing happened by then. */
    @Nullable
    Event take(Duration wait) throws InterruptedException {
        var event = door.next(wait);
        heartbeats.silence().ifPresent(why -> fail(PING, why));
        if (event != null) {
            observe(event);
        }
        return event;
    }

    private void observe(Event event) {
        switch (event) {
            case Event.Knocked(var letIn, var at) -> knocked(letIn, at);
            case Event.Strayed(var request) -> {
                transcript.event(0, request);
                fail(NO_OTHER_PATH, "it requested " + request);
            }
            case Event.Opened(var link, var _) -> {
                transcript.event(link.number(), "opened");
                card.pass(OPENS_URL);
            }
            case Event.Said(var link, var text, var _) -> {
                transcript.toGateway(link.number(), text);
                said(text);
            }
            case Event.SaidBinary(var link) -> {
                transcript.toGateway(link.number(), "a binary frame");
                heartbeats.heard(false);
                fail(TEXT_ONLY, "it sent a binary frame");
            }
            case Event.Pinged(var link) -> {
                transcript.event(link.number(), "WebSocket ping");
                pinged();
            }
            case Event.Left(var link, var code) -> transcript.event(link.number(), "ended with " + code);
        }
    }

    private void knocked(boolean letIn, long at) {
        var complaint = backoff.knocked(at);
        if (!letIn) {
            transcript.event(0, "refused with 503, as the script wants it");
            backoff.lost(at);
        }
        complaint.ifPresent(why -> fail(BACKOFF, why));
    }

    private void said(String text) {
        switch (TerminalFrames.read(text)) {
            case Ping() -> pinged();
            case Unknown(var type) -> fail(TEXT_ONLY, "it sent a frame of type " + type);
            case Malformed(var why, var _) -> fail(TEXT_ONLY, why);
            default -> heartbeats.heard(false);
        }
    }

    private void pinged() {
        heartbeats.heard(true);
        card.pass(PING);
    }
}
