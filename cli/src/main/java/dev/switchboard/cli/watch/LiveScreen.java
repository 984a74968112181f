package dev.switchboard.cli.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.cli.console.Events;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/**
 * The terminal: keys as they are pressed, and lines that are drawn again in their place.
 *
 * <p>Thread: keys come on one of its own, all else is the one's that watches.
 */
final class LiveScreen implements AutoCloseable {
    /** Kept here, or it is forgotten that it is to be silent: stderr is the same terminal. */
    private static final Logger JLINE = Logger.getLogger("org.jline");

    private static final int ESCAPE = 27;
    /** The rest of an arrow key's sequence is there at once; a person who presses Escape is slower. */
    private static final long SEQUENCE_MILLIS = 50;

    private static final long LOOK_MILLIS = 200;

    private static final int ROWS = 24;
    private static final int COLUMNS = 80;

    private final Terminal terminal;
    private final Attributes before;
    private final Region region;
    private volatile @Nullable Events<Event> events;
    private volatile boolean leaving;

    private LiveScreen(Terminal terminal, PrintWriter out) {
        this.terminal = terminal;
        this.before = terminal.enterRawMode();
        this.region = new Region(out, rows(), columns());
        terminal.handle(Terminal.Signal.INT, _ -> tell(new Event.Interrupted()));
        terminal.handle(Terminal.Signal.WINCH, _ -> tell(new Event.Resized()));
        Thread.ofPlatform().daemon().name("keyboard").start(this::read);
    }

    static LiveScreen open(PrintWriter out) {
        JLINE.setLevel(Level.OFF);
        try {
            // No questions to the terminal about its abilities: their answers would have to be waited for.
            return new LiveScreen(
                    TerminalBuilder.builder()
                            .jni(false)
                            .dumb(false)
                            .graphemeCluster(false)
                            .encoding(UTF_8)
                            .stdinEncoding(UTF_8)
                            .stdoutEncoding(UTF_8)
                            .build(),
                    out);
        } catch (IOException e) {
            throw new CommandException(
                    Exit.NOT_DONE, "cannot use this terminal (%s) — watch it through a pipe: | cat".formatted(e), e);
        }
    }

    /** From now on. */
    void tellTo(Events<Event> listener) {
        events = listener;
    }

    int height() {
        return region.height();
    }

    void draw(List<String> lines) {
        region.draw(lines);
    }

    void print(List<String> lines) {
        region.print(lines);
    }

    void resized() {
        region.resize(rows(), columns());
    }

    @Override
    public void close() {
        leaving = true;
        region.leave();
        terminal.setAttributes(before);
        try {
            terminal.close();
        } catch (IOException _) {
            // It is as it was; there is nothing more to be done for it.
        }
    }

    /** Some of those who make terminals for programs say no size, and nothing fits into none. */
    private int rows() {
        return terminal.getRows() > 0 ? terminal.getRows() : ROWS;
    }

    private int columns() {
        return terminal.getColumns() > 0 ? terminal.getColumns() : COLUMNS;
    }

    private void read() {
        try {
            // Never for long: a terminal that is being read from cannot be closed.
            for (int next = NonBlockingReader.READ_EXPIRED;
                    next != NonBlockingReader.EOF && !leaving;
                    next = terminal.reader().read(LOOK_MILLIS)) {
                if (next >= 0) {
                    tell(new Event.Pressed(next == ESCAPE ? sequence() : Key.of(next), System.nanoTime()));
                }
            }
        } catch (IOException _) {
            // Nothing more can be read: the same as its end.
        }
        tell(new Event.Interrupted()); // nobody is there any more
    }

    private Key sequence() throws IOException {
        int next = terminal.reader().read(SEQUENCE_MILLIS);
        if (next != '[' && next != 'O') {
            return next < 0 ? Key.QUIT : Key.OTHER;
        }
        int last = terminal.reader().read(SEQUENCE_MILLIS);
        while (last >= 0 && !(last >= '@' && last <= '~')) {
            last = terminal.reader().read(SEQUENCE_MILLIS);
        }
        return switch (last) {
            case 'A' -> Key.UP;
            case 'B' -> Key.DOWN;
            default -> Key.OTHER;
        };
    }

    private void tell(Event event) {
        var listener = events;
        if (listener != null) {
            listener.tell(event);
        }
    }
}
