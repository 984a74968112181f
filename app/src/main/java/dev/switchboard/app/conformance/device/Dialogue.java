package dev.switchboard.app.conformance.device;

import static dev.switchboard.app.conformance.device.DeviceRequirement.ONE_TURN;
import static dev.switchboard.app.conformance.device.DeviceRequirement.RECONNECTS;
import static dev.switchboard.app.conformance.device.DeviceRequirement.UNIQUE_IDS;

import dev.switchboard.app.conformance.Card;
import dev.switchboard.protocol.terminal.FromTerminal.Connect;
import dev.switchboard.protocol.terminal.FromTerminal.Message;
import dev.switchboard.protocol.terminal.FromTerminal.Ping;
import dev.switchboard.protocol.terminal.TerminalFrames;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's side of the conversation: waits for the device's next text through pings, reconnects and repetitions.
 *
 * <p>Thread: the grader's.
 */
final class Dialogue {
    /** A device that repeats an answered id more often than this will not stop. */
    private static final int MAX_REPETITIONS = 20;

    private final DeviceSettings settings;
    private final Card card;
    private final Observer observer;
    private final GatewayFrames frames;
    private final Greeting greeting;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, String> replies = new HashMap<>();
    /** What came while the script wanted silence. */
    private final Queue<Text> early = new ArrayDeque<>();

    private @Nullable Link link;

    Dialogue(DeviceSettings settings, Card card, Observer observer, GatewayFrames frames) {
        this.settings = settings;
        this.card = card;
        this.observer = observer;
        this.frames = frames;
        this.greeting = new Greeting(settings, card, observer, frames);
    }

    String peerId() {
        return greeting.peerId();
    }

    Link link() {
        if (link == null) {
            throw new IllegalStateException("no device is connected yet");
        }
        return link;
    }

    void send(String frame) {
        send(link(), frame);
    }

    private void send(Link to, String frame) {
        observer.transcript().toDevice(to.number(), frame);
        to.send(frame);
    }

    /** Sends the reply and remembers that this id has one. */
    void reply(Text text, String reply) {
        replies.put(text.id(), reply);
        send(frames.reply(text.id(), reply));
    }

    /** Likewise, within an ack. */
    void replyInAck(Text text, String reply) {
        replies.put(text.id(), reply);
        send(frames.answered(text.id(), peerId(), reply));
    }

    void awaitConnected(DeviceRequirement whenAbsent, Duration wait) throws Over, InterruptedException {
        link = greeting.await(whenAbsent, wait);
    }

    /** The connection that a device opens next, before anything was said on it. */
    Link opened(DeviceRequirement whenAbsent, Duration wait) throws Over, InterruptedException {
        return greeting.opened(whenAbsent, wait).link();
    }

    /** The next text, however long it takes its person; nobody is to blame if there is none. */
    Text first() throws Over, InterruptedException {
        var text = within(settings.patience(), ONE_TURN);
        if (text == null) {
            throw new Over();
        }
        return text;
    }

    /** The next text that is not answered yet. Silence and leaving are failures of what is being proved. */
    Text next(DeviceRequirement whenSilent, DeviceRequirement whenLeft) throws Over, InterruptedException {
        for (int repetitions = 0; repetitions < MAX_REPETITIONS; repetitions++) {
            var text = within(settings.patience(), whenLeft);
            if (text == null) {
                observer.fail(
                        whenSilent,
                        "no further text came within %d s; if none was typed, run it again"
                                .formatted(settings.patience().toSeconds()));
                throw new Over();
            }
            var reply = replies.get(text.id());
            if (reply == null) {
                return text;
            }
            observer.fail(whenSilent, "it sent %s again, which was answered".formatted(text.id()));
            send(frames.answered(text.id(), peerId(), reply));
        }
        throw new Over();
    }

    /** The next text; null if none came by then. A device that left is waited for. */
    @Nullable
    Text within(Duration wait, DeviceRequirement whenLeft) throws Over, InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        while (early.isEmpty()) {
            var event = observer.take(Duration.ofNanos(deadline - System.nanoTime()));
            if (event == null) {
                return null;
            }
            var text = hear(event, whenLeft);
            if (text != null) {
                return text;
            }
        }
        return early.poll();
    }

    /** Says nothing for a while; a text that comes nevertheless is a failure. */
    void quiet(Text current, DeviceRequirement proving, String why) throws Over, InterruptedException {
        long deadline = System.nanoTime() + settings.quiet().toNanos();
        Event event;
        while ((event = observer.take(Duration.ofNanos(deadline - System.nanoTime()))) != null) {
            var text = hear(event, proving);
            if (text != null) {
                observer.fail(proving, "it sent %s %s".formatted(text.id(), why));
                if (!text.equals(current)) {
                    early.add(text);
                }
            }
        }
    }

    private @Nullable Text hear(Event event, DeviceRequirement whenLeft) throws Over, InterruptedException {
        switch (event) {
            case Event.Said(var from, var said, var _)
            when from == link -> {
                return hear(said);
            }
            case Event.Left(var from, var code)
            when from == link -> {
                observer.heartbeats().end();
                observer.fail(whenLeft, "it closed the connection, with %d".formatted(code));
                awaitConnected(RECONNECTS, settings.backWithin());
            }
            case Event.Opened another -> link = greeting.of(another);
            default -> {}
        }
        return null;
    }

    private @Nullable Text hear(String said) {
        switch (TerminalFrames.read(said)) {
            case Message message -> {
                return judged(message);
            }
            case Connect _ -> send(frames.connected(peerId()));
            case Ping() -> send(frames.pong());
            default -> send(frames.error("Unsupported websocket frame"));
        }
        return null;
    }

    private @Nullable Text judged(Message message) {
        var id = message.messageId();
        var text = message.text();
        if (id == null || id.isBlank() || text == null || text.isBlank()) {
            observer.fail(UNIQUE_IDS, "it sent a message without a message_id or without a text");
            send(frames.error(id == null || id.isBlank() ? "message_id is required" : "text is required"));
            return null;
        }
        var before = texts.put(id, text);
        if (before != null && !before.equals(text)) {
            observer.fail(UNIQUE_IDS, "it sent another text under %s, which was used before".formatted(id));
            replies.remove(id);
        }
        card.pass(UNIQUE_IDS);
        return new Text(id, text);
    }
}
