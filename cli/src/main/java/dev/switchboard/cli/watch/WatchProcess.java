package dev.switchboard.cli.watch;

import dev.switchboard.cli.approve.ApprovalClient;
import dev.switchboard.cli.console.Events;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.RemoteGateway;
import dev.switchboard.client.hud.HudClient;
import dev.switchboard.client.hud.HudNotice;
import dev.switchboard.client.hud.HudSettings;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** {@code switchboard watch}: a session, or the lobby and from there one session after the other. */
public final class WatchProcess {
    private final Map<String, String> environment;
    private final Clock clock;
    private final Streams streams;

    public WatchProcess(Map<String, String> environment, Clock clock, Streams streams) {
        this.environment = environment;
        this.clock = clock;
        this.streams = isDumb(environment) && streams.colour()
                ? new Streams(
                        streams.in(), streams.out(), streams.err(), streams.terminalIn(), streams.terminalOut(), false)
                : streams;
    }

    /**
     * The exit code, see {@code docs/watch.md}.
     *
     * @throws CommandException if it could not be done
     */
    public int run(WatchOptions options) throws InterruptedException {
        var gateway = options.remote.gateway(environment);
        var settings = settings(gateway);
        var session = options.session.text();
        boolean json = options.json.isGiven();
        new SessionDoor(gateway, session).check();
        return !json && canDraw() ? onTerminal(gateway, settings, session) : printed(gateway, settings, session, json);
    }

    private static HudSettings settings(RemoteGateway gateway) {
        try {
            // http becomes ws, https becomes wss.
            return new HudSettings(
                    URI.create("ws" + gateway.url().toString().substring("http".length())), gateway.token());
        } catch (IllegalArgumentException e) {
            throw CommandException.misused(
                    Visible.line("--url: %s — write it with https://".formatted(e.getMessage())));
        }
    }

    private boolean canDraw() {
        return streams.isConversation() && !isDumb(environment);
    }

    /** A terminal that says it can do nothing gets plain lines, without colours. */
    private static boolean isDumb(Map<String, String> environment) {
        var kind = environment.getOrDefault("TERM", "");
        return kind.isEmpty() || kind.equals("dumb");
    }

    private int printed(RemoteGateway gateway, HudSettings settings, @Nullable String session, boolean json)
            throws InterruptedException {
        View view = json
                ? new FrameView(streams)
                : session == null ? new LobbyLines(streams, clock) : new SessionLines(session, streams, clock);
        var events = new Events<Event>();
        var interrupts = Signals.register("INT", interrupt(events));
        try {
            return exitCode(watch(gateway, settings, session, view, events));
        } finally {
            Signals.unregister("INT", interrupts);
        }
    }

    /** Once asks, twice leaves at once: what is printed may have to wait for who reads it. */
    private static Runnable interrupt(Events<Event> events) {
        var before = new AtomicBoolean();
        return () -> {
            if (before.getAndSet(true)) {
                Runtime.getRuntime().halt(Exit.STOPPED);
            }
            events.tell(new Event.Interrupted());
        };
    }

    private int onTerminal(RemoteGateway gateway, HudSettings settings, @Nullable String session)
            throws InterruptedException {
        try (var screen = LiveScreen.open(streams.out())) {
            if (session != null) {
                return exitCode(tree(gateway, settings, session, "leaves", screen));
            }
            while (true) {
                var page = new LobbyPage(screen, answering(gateway, screen), streams.colour());
                var wish = onScreen(gateway, settings, null, page, screen);
                if (!(wish instanceof View.Wish.Open(var chosen))) {
                    return exitCode(wish);
                }
                if (fromLobby(gateway, settings, chosen, screen) instanceof View.Wish.Leave(int exitCode)
                        && exitCode == Exit.STOPPED) {
                    return exitCode;
                }
            }
        }
    }

    /** What ends a session for the person leads back to the others. */
    private View.@Nullable Wish fromLobby(
            RemoteGateway gateway, HudSettings settings, String session, LiveScreen screen)
            throws InterruptedException {
        try {
            screen.print(List.of());
            return tree(gateway, settings, session, "goes back", screen);
        } catch (CommandException e) {
            if (e.exitCode() != Exit.NOT_DONE) {
                throw e;
            }
            screen.print(List.of(String.valueOf(e.getMessage())));
            return null;
        }
    }

    private View.Wish tree(
            RemoteGateway gateway, HudSettings settings, String session, String leaving, LiveScreen screen)
            throws InterruptedException {
        var view = new SessionTree(session, leaving, screen, answering(gateway, screen), clock, streams.colour());
        return onScreen(gateway, settings, session, view, screen);
    }

    private View.Wish onScreen(
            RemoteGateway gateway, HudSettings settings, @Nullable String session, View view, LiveScreen screen)
            throws InterruptedException {
        var events = new Events<Event>();
        screen.tellTo(events);
        return watch(gateway, settings, session, view, events);
    }

    private Answering answering(RemoteGateway gateway, LiveScreen screen) {
        var approvals = new ApprovalClient(gateway);
        return new Answering(
                (id, approved) -> approvals.answer(id, approved, null),
                screen::print,
                clock,
                System::nanoTime,
                streams.colour());
    }

    private View.Wish watch(
            RemoteGateway gateway, HudSettings settings, @Nullable String session, View view, Events<Event> events)
            throws InterruptedException {
        Consumer<HudNotice> listener = notice -> events.tell(new Event.Heard(notice));
        try (var _ = session == null
                ? HudClient.ofLobby(settings, listener)
                : HudClient.ofSession(settings, session, listener)) {
            try {
                return new Watching(gateway, events, streams, view, new SessionDoor(gateway, session)).run();
            } finally {
                events.close();
            }
        }
    }

    private static int exitCode(View.Wish wish) {
        return wish instanceof View.Wish.Leave(int exitCode) ? exitCode : Exit.DONE;
    }
}
