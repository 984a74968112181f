package dev.switchboard.app.conformance.device;

import static dev.switchboard.app.conformance.device.DeviceRequirement.RECONNECTS;

import java.time.Duration;

/** The ways in which a gateway is gone for a while. Thread: the grader's. */
final class Outage {
    private static final int NORMAL = 1000;

    private final DeviceSettings settings;
    private final Door door;
    private final Observer observer;
    private final Dialogue dialogue;

    Outage(DeviceSettings settings, Door door, Observer observer, Dialogue dialogue) {
        this.settings = settings;
        this.door = door;
        this.observer = observer;
        this.dialogue = dialogue;
    }

    /** Cuts the connection, refuses the first attempt, cuts the second, lets the third in: three waits, each longer. */
    void cut() throws Over, InterruptedException {
        door.busy(true);
        cut(dialogue.link());
        awaitRefusal();
        door.busy(false);
        cut(dialogue.opened(RECONNECTS, settings.backWithin()));
        dialogue.awaitConnected(RECONNECTS, settings.backWithin());
    }

    /** Closes the connection as one does who has nothing more to say. */
    void goodbye() throws Over, InterruptedException {
        observer.heartbeats().end();
        observer.transcript().event(dialogue.link().number(), "closed with 1000 by the script");
        observer.backoff().lost(System.nanoTime());
        dialogue.link().close(NORMAL, "");
        dialogue.awaitConnected(RECONNECTS, settings.backWithin());
    }

    private void cut(Link link) {
        observer.heartbeats().end();
        observer.transcript().event(link.number(), "cut by the script");
        observer.backoff().lost(System.nanoTime());
        link.cut();
    }

    private void awaitRefusal() throws Over, InterruptedException {
        long deadline = System.nanoTime() + settings.backWithin().toNanos();
        Event event;
        while ((event = observer.take(Duration.ofNanos(deadline - System.nanoTime()))) != null) {
            if (event instanceof Event.Knocked(var letIn, var _) && !letIn) {
                return;
            }
        }
        observer.fail(
                RECONNECTS,
                "it did not come back within %.1f s after a cut"
                        .formatted(settings.backWithin().toMillis() / 1000.0));
        throw new Over();
    }
}
