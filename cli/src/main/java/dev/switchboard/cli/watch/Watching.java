package dev.switchboard.cli.watch;

import dev.switchboard.cli.console.Events;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.RemoteGateway;
import dev.switchboard.client.hud.HudNotice;
import dev.switchboard.client.hud.HudProtocol.State;
import java.time.Duration;

/**
 * Takes what happens, one thing after the other, and hands it to the view; says what becomes of the connection, and ends with
 * words where it cannot come back.
 *
 * <p>Thread: the main one owns all of this; others tell it what happened through {@link Events}.
 */
final class Watching {
    private static final Duration TICK = Duration.ofSeconds(1);
    /** While much happens it is still to be seen, but not each time. */
    private static final Duration LONGEST_UNSEEN = Duration.ofMillis(100);

    private final RemoteGateway gateway;
    private final Events<Event> events;
    private final Streams streams;
    private final View view;
    private final SessionDoor door;
    private boolean reached;
    private boolean away;
    private String lastTrouble = "the gateway closed the connection";
    private long seenAt = System.nanoTime();

    Watching(RemoteGateway gateway, Events<Event> events, Streams streams, View view, SessionDoor door) {
        this.gateway = gateway;
        this.events = events;
        this.streams = streams;
        this.view = view;
        this.door = door;
    }

    /**
     * Until the person wants something else.
     *
     * @throws CommandException if there is nothing to watch, or no longer
     */
    View.Wish run() throws InterruptedException {
        while (true) {
            var event = events.next(TICK.toNanos());
            if (event instanceof Event.Interrupted) {
                return new View.Wish.Leave(Exit.STOPPED);
            }
            if (event != null) {
                take(event);
            }
            var wish = view.wish();
            if (wish != null) {
                return wish;
            }
            if (event == null || events.isEmpty() || System.nanoTime() - seenAt > LONGEST_UNSEEN.toNanos()) {
                view.settle();
                seenAt = System.nanoTime();
            }
            if (streams.out().checkError()) {
                return new View.Wish.Leave(Exit.DONE); // nobody reads it any more
            }
        }
    }

    private void take(Event event) {
        switch (event) {
            case Event.Heard(var notice) -> heard(notice);
            case Event.Pressed(var key, long at) -> view.pressed(key, at);
            case Event.Resized() -> view.resized();
            case Event.Interrupted() -> {}
        }
    }

    private void heard(HudNotice notice) {
        switch (notice) {
            case HudNotice.OfSession _, HudNotice.OfLobby _ -> view.heard(notice);
            case HudNotice.StateChanged(var state, var _) -> became(state);
            case HudNotice.Trouble(var sentence) -> lastTrouble = Visible.line(sentence);
            case HudNotice.NotLetIn(int status, var sentence, boolean forGood) -> {
                lastTrouble = Visible.line(sentence);
                if (forGood) {
                    throw new CommandException(Exit.NOT_LET_IN, status == 403 ? lastTrouble : gateway.unknownToken());
                }
            }
            case HudNotice.Deleted() -> throw door.deleted();
            case HudNotice.Stopped(var why) -> throw new CommandException(Exit.NOT_DONE, Visible.line(why));
        }
    }

    private void became(State state) {
        switch (state) {
            case READY -> {
                if (away) {
                    // Whoever deleted it meanwhile has told nobody who was away.
                    door.checkStillThere();
                    view.note("Connected again.");
                }
                reached = true;
                away = false;
            }
            case DISCONNECTED -> {
                if (!reached) {
                    throw new CommandException(Exit.NOT_LET_IN, lastTrouble);
                }
                if (!away) {
                    away = true;
                    view.note("Not connected (%s); trying again until it is.".formatted(lastTrouble));
                }
            }
            case CONNECTING, WAIT_CONNECTED, OVER -> {}
        }
    }
}
