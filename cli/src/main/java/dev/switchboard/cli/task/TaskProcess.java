package dev.switchboard.cli.task;

import dev.switchboard.cli.console.Events;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.client.board.BoardClient;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;

/** {@code switchboard task}: submits one and watches it to its end. */
public final class TaskProcess {
    private final Map<String, String> environment;
    private final Clock clock;
    private final Streams streams;
    private final boolean terminalErr;

    /** @param terminalErr whether a person reads {@code err} */
    public TaskProcess(Map<String, String> environment, Clock clock, Streams streams, boolean terminalErr) {
        this.environment = environment;
        this.clock = clock;
        this.streams = streams;
        this.terminalErr = terminalErr;
    }

    /**
     * The exit code, see {@code docs/task.md}.
     *
     * @throws CommandException if it could not be done
     */
    public int run(TaskOptions options) throws InterruptedException {
        var setup = TaskSetup.of(options, environment, streams.in());
        var events = new Events<Event>();
        var interrupts = Signals.register("INT", interrupt(events));
        try (var client = start(setup, events)) {
            try {
                return new Watch(setup, client, events, streams, new TaskPage(streams, terminalErr), clock).run();
            } finally {
                events.close();
            }
        } finally {
            Signals.unregister("INT", interrupts);
        }
    }

    private static BoardClient start(TaskSetup setup, Events<Event> events) {
        try {
            return BoardClient.start(setup.settings(), notice -> events.tell(new Event.Heard(notice)));
        } catch (IllegalArgumentException e) {
            throw CommandException.misused("--ca: %s — name a file of certificates in PEM".formatted(e.getMessage()));
        }
    }

    /** Once asks, twice leaves at once, whatever is being waited for. */
    private static Runnable interrupt(Events<Event> events) {
        var before = new AtomicBoolean();
        return () -> {
            if (before.getAndSet(true)) {
                Runtime.getRuntime().halt(Exit.STOPPED);
            }
            events.tell(new Event.Interrupted());
        };
    }
}
