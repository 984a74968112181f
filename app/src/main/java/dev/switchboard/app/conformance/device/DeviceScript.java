package dev.switchboard.app.conformance.device;

import static dev.switchboard.app.conformance.device.DeviceRequirement.BACKOFF;
import static dev.switchboard.app.conformance.device.DeviceRequirement.DUPLICATE_REPLY;
import static dev.switchboard.app.conformance.device.DeviceRequirement.ERROR_KEEPS_OPEN;
import static dev.switchboard.app.conformance.device.DeviceRequirement.ERROR_NEW_ID;
import static dev.switchboard.app.conformance.device.DeviceRequirement.LOGS_SESSION;
import static dev.switchboard.app.conformance.device.DeviceRequirement.ONE_TURN;
import static dev.switchboard.app.conformance.device.DeviceRequirement.OPENS_URL;
import static dev.switchboard.app.conformance.device.DeviceRequirement.PENDING;
import static dev.switchboard.app.conformance.device.DeviceRequirement.PING;
import static dev.switchboard.app.conformance.device.DeviceRequirement.RECONNECTS;
import static dev.switchboard.app.conformance.device.DeviceRequirement.REFUSED_SAME_ID;
import static dev.switchboard.app.conformance.device.DeviceRequirement.SENDS_AGAIN;
import static dev.switchboard.app.conformance.device.DeviceRequirement.SHOWS_REPLY;
import static dev.switchboard.app.conformance.device.DeviceRequirement.UNKNOWN_IGNORED;

import dev.switchboard.app.conformance.Card;
import java.time.Duration;

/**
 * The play. Each act takes a text, treats it in its own way, and ends with the next text, which proves that the device
 * got over it.
 */
final class DeviceScript {
    /** One for each act; some devices send one of them again by themselves. */
    static final int TEXTS = 9;

    private static final String ANSWER = "This is the answer to your text number %d.";

    private final DeviceSettings settings;
    private final Tester tester;
    private final Card card;
    private final Observer observer;
    private final GatewayFrames frames = new GatewayFrames();
    private final Dialogue dialogue;
    private final Outage outage;
    private int act;

    DeviceScript(DeviceSettings settings, Tester tester, Card card, Door door) {
        this.settings = settings;
        this.tester = tester;
        this.card = card;
        this.observer = new Observer(door, card, settings);
        this.dialogue = new Dialogue(settings, card, observer, frames);
        this.outage = new Outage(settings, door, observer, dialogue);
    }

    void play() throws Over, InterruptedException {
        dialogue.awaitConnected(OPENS_URL, settings.patience());
        card.look(LOGS_SESSION, "its log should have " + GatewayFrames.session(dialogue.peerId()));
        say("send a text; it is answered in the plain way");
        var text = dialogue.first();
        text = plainTurn(text);
        text = unknownThings(text);
        text = answeredDuplicate(text);
        text = pendingDuplicate(text);
        text = error(text);
        text = refusal(text);
        text = cut(text);
        text = goodbye(text);
        lastTurn(text);
    }

    private Text plainTurn(Text text) throws Over, InterruptedException {
        dialogue.send(frames.accepted(text.id(), dialogue.peerId()));
        dialogue.quiet(text, ONE_TURN, "before %s had its reply".formatted(text.id()));
        card.look(SHOWS_REPLY, "it should have shown: " + answer());
        dialogue.reply(text, answer());
        say("send a text; the answer is full of things your device does not know");
        var next = dialogue.next(ONE_TURN, ONE_TURN);
        card.pass(ONE_TURN);
        return next;
    }

    private Text unknownThings(Text text) throws Over, InterruptedException {
        frames.more(true); // and so it stays
        dialogue.send(frames.unheardOf());
        dialogue.send(frames.accepted(text.id(), dialogue.peerId()));
        dialogue.send(frames.unheardOf());
        dialogue.reply(text, answer());
        say("send a text; its answer comes inside the ack of a duplicate");
        var next = dialogue.next(UNKNOWN_IGNORED, UNKNOWN_IGNORED);
        card.pass(UNKNOWN_IGNORED);
        return next;
    }

    private Text answeredDuplicate(Text text) throws Over, InterruptedException {
        dialogue.replyInAck(text, answer());
        say("send a text; the gateway says that it is working on it already, and answers later");
        var next = dialogue.next(DUPLICATE_REPLY, DUPLICATE_REPLY);
        card.pass(DUPLICATE_REPLY);
        return next;
    }

    private Text pendingDuplicate(Text text) throws Over, InterruptedException {
        dialogue.send(frames.pending(text.id(), dialogue.peerId()));
        dialogue.quiet(text, PENDING, "while %s was pending".formatted(text.id()));
        dialogue.reply(text, answer());
        say("send a text; it gets an error instead of an answer");
        var next = dialogue.next(PENDING, PENDING);
        card.pass(PENDING);
        return next;
    }

    private Text error(Text text) throws Over, InterruptedException {
        dialogue.send(frames.error("This text cannot be taken, says the script.", text.id()));
        say("send it once more, or another; the gateway is too busy to record it and the device has to repeat it");
        var next = dialogue.next(ERROR_NEW_ID, ERROR_KEEPS_OPEN);
        card.pass(ERROR_KEEPS_OPEN);
        if (next.id().equals(text.id())) {
            observer.fail(ERROR_NEW_ID, "it used %s again after an error".formatted(text.id()));
        }
        card.pass(ERROR_NEW_ID);
        return next;
    }

    private Text refusal(Text text) throws Over, InterruptedException {
        dialogue.send(frames.refused(text.id(), dialogue.peerId()));
        var again = dialogue.next(REFUSED_SAME_ID, REFUSED_SAME_ID);
        if (!again.equals(text)) {
            observer.fail(
                    REFUSED_SAME_ID, "nothing was recorded for %s, but %s came next".formatted(text.id(), again.id()));
            say("the connection is cut while this text is worked on; the device has to come back by itself");
            return again;
        }
        card.pass(REFUSED_SAME_ID);
        dialogue.send(frames.accepted(again.id(), dialogue.peerId()));
        dialogue.reply(again, answer());
        say("send a text; the connection is cut then, and the device has to come back by itself");
        return dialogue.next(ONE_TURN, ONE_TURN);
    }

    private Text cut(Text text) throws Over, InterruptedException {
        dialogue.send(frames.accepted(text.id(), dialogue.peerId()));
        outage.cut();
        var next = dialogue.within(settings.lateness().plus(settings.quiet()), RECONNECTS);
        if (next == null) {
            card.notSeen(SENDS_AGAIN, "it waited for the reply; one that came while it was away would be lost");
            dialogue.reply(text, answer()); // as a gateway does whose run ends only now
        } else if (next.equals(text)) {
            card.pass(SENDS_AGAIN);
            dialogue.replyInAck(text, answer());
        } else if (next.id().equals(text.id())) {
            observer.fail(SENDS_AGAIN, "it sent another text under the unanswered id " + text.id());
            dialogue.reply(next, answer());
        } else {
            card.notSeen(SENDS_AGAIN, "it went on with %s and left %s unanswered".formatted(next.id(), text.id()));
            say("this text is answered and the connection closed in good order; the device has to come back");
            return next;
        }
        say("send a text; it is answered and the connection closed in good order; the device has to come back");
        return dialogue.next(ONE_TURN, RECONNECTS);
    }

    private Text goodbye(Text text) throws Over, InterruptedException {
        dialogue.send(frames.accepted(text.id(), dialogue.peerId()));
        dialogue.reply(text, answer());
        // Time to take the reply in: what it has not read when the connection closes, it rightly asks for again.
        var unanswered = dialogue.within(settings.quiet(), RECONNECTS);
        outage.goodbye();
        card.pass(BACKOFF);
        say("send a last text; its answer waits for a ping of the device");
        var waited = unanswered == null ? null : dialogue.within(settings.lateness(), RECONNECTS);
        var next = waited != null ? waited : unanswered != null ? unanswered : dialogue.next(RECONNECTS, RECONNECTS);
        card.pass(RECONNECTS);
        return next;
    }

    private void lastTurn(Text text) throws Over, InterruptedException {
        dialogue.send(frames.accepted(text.id(), dialogue.peerId()));
        if (settings.patience().compareTo(settings.pingWithin()) < 0) {
            card.notSeen(PING, "a heartbeat is longer than the timeout");
        } else {
            awaitPing();
        }
        dialogue.reply(text, answer());
    }

    /** A device that stays silent is found out by the observer. */
    private void awaitPing() throws Over, InterruptedException {
        long deadline =
                System.nanoTime() + settings.pingWithin().plus(settings.quiet()).toNanos();
        while (!observer.heartbeats().pinged() && System.nanoTime() < deadline) {
            dialogue.within(
                    Duration.ofNanos(deadline - System.nanoTime()).dividedBy(8).plusMillis(1), RECONNECTS);
        }
    }

    private String answer() {
        return ANSWER.formatted(act);
    }

    private void say(String sentence) {
        tester.told("Step %d of %d: %s.".formatted(++act, TEXTS, sentence));
    }
}
