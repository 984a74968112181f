package dev.switchboard.cli.device;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.MaskingCallback;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The terminal: a line that is edited with a history, and what is shown above it. Only this class knows JLine's.
 *
 * <p>Thread: {@code next} on one; showing from anywhere.
 */
final class TypedLines implements AutoCloseable {
    /** Kept here, or it is forgotten that it is to be silent: stderr is the same terminal. */
    private static final Logger JLINE = Logger.getLogger("org.jline");

    private final Terminal terminal;
    private final LineReaderImpl reader;
    private final boolean colour;
    private volatile String prompt = "";
    /** Ctrl-C between two lines. */
    private final AtomicBoolean interrupted = new AtomicBoolean();

    private final Object waking = new Object();
    private boolean woken;

    /** Who is typing just now. */
    private @Nullable Thread typist;

    private TypedLines(Terminal terminal, LineReaderImpl reader, boolean colour) {
        this.terminal = terminal;
        this.reader = reader;
        this.colour = colour;
        // What changed between asking for a line and the line's beginning.
        reader.getWidgets().put(LineReader.CALLBACK_INIT, () -> {
            reader.setPrompt(prompt);
            return true;
        });
    }

    /** @param commands completed where a line begins with a slash */
    static TypedLines open(Path history, List<String> commands, boolean colour) throws IOException {
        JLINE.setLevel(Level.OFF);
        makePrivate(history);
        // No questions to the terminal about its abilities: their answers would have to be waited for.
        var terminal = TerminalBuilder.builder()
                .jni(false)
                .dumb(false)
                .graphemeCluster(false)
                .encoding(UTF_8)
                .stdinEncoding(UTF_8) // the one above is not asked where Java guesses from the locale
                .stdoutEncoding(UTF_8)
                .build();
        if (terminal.getWidth() == 0) {
            // Some of those who make terminals for programs say no size, and nothing fits into none.
            terminal.setSize(new Size(80, 24));
        }
        // Quotes, backslashes and exclamation marks are a person's, not a shell's.
        var parser = new DefaultParser();
        parser.setQuoteChars(new char[0]);
        parser.setEscapeChars(new char[0]);
        var reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(parser)
                .completer((_, line, candidates) -> {
                    if (line.line().startsWith("/")) {
                        commands.forEach(command -> candidates.add(new Candidate(command)));
                    }
                })
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.BRACKETED_PASTE, true)
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.HISTORY_FILE_SIZE, 1_000)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "")
                .build();
        var lines = new TypedLines(terminal, (LineReaderImpl) reader, colour);
        // A reader handles Ctrl-C only while it reads; between two lines it would end the program.
        terminal.handle(Terminal.Signal.INT, _ -> lines.interrupted.set(true));
        if (terminal instanceof DumbTerminal) {
            // It looks for Ctrl-C among what it reads, but the system takes the key and sends the signal it stands for.
            Signals.register(Terminal.Signal.INT.name(), () -> terminal.raise(Terminal.Signal.INT));
        }
        return lines;
    }

    private static void makePrivate(Path history) throws IOException {
        try {
            Files.createFile(
                    history, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException _) {
            // Made by an earlier conversation.
        }
    }

    /**
     * Waits until something was typed.
     *
     * @param draft what the line begins with, to be edited
     */
    Typed next(String newPrompt, String draft) {
        prompt = newPrompt;
        if (interrupted.getAndSet(false)) {
            return new Typed.Interrupted(true);
        }
        if (!begins(Thread.currentThread())) {
            return new Typed.Woken(draft);
        }
        try {
            return new Typed.Line(reader.readLine(newPrompt, null, (MaskingCallback) null, draft));
        } catch (UserInterruptException interrupt) {
            return wasWoken()
                    ? new Typed.Woken(interrupt.getPartialLine())
                    : new Typed.Interrupted(interrupt.getPartialLine().isEmpty());
        } catch (EndOfFileException _) {
            return new Typed.Ended();
        } finally {
            ends();
        }
    }

    /** Asks something: what was typed before is no answer to it, and what is answered is not remembered. */
    Typed ask(String question) {
        forgetWhatWasTyped();
        reader.setVariable(LineReader.DISABLE_HISTORY, true);
        try {
            return next(question, "");
        } finally {
            reader.setVariable(LineReader.DISABLE_HISTORY, false);
        }
    }

    private void forgetWhatWasTyped() {
        // Else a line that has no end yet is kept back until somebody reads again.
        var before = terminal.enterRawMode();
        try {
            while (terminal.reader().peek(1) >= 0) {
                terminal.reader().read();
            }
        } catch (IOException _) {
            // A terminal that is gone: reading the line says so.
        } finally {
            terminal.setAttributes(before);
        }
    }

    /** Ends the line that is being typed, or the next one before it begins, as {@link Typed.Woken}. */
    void wake() {
        synchronized (waking) {
            woken = true;
            if (typist != null) {
                typist.interrupt();
            }
        }
    }

    /** False if there is something to be looked at first. */
    private boolean begins(Thread thread) {
        synchronized (waking) {
            boolean begins = !woken;
            woken = false;
            typist = begins ? thread : null;
            return begins;
        }
    }

    private boolean wasWoken() {
        synchronized (waking) {
            boolean was = woken;
            woken = false;
            return was;
        }
    }

    /** An interrupt that came too late for this line is for nobody else; the next line does not begin instead. */
    private void ends() {
        synchronized (waking) {
            typist = null;
            if (woken) {
                Thread.interrupted();
            }
        }
    }

    void prompt(String changed) {
        prompt = changed;
        reader.setPrompt(changed);
        try {
            reader.callWidget(LineReader.REDISPLAY);
        } catch (IllegalStateException _) {
            // Nobody is typing just now; the next line begins with it.
        }
    }

    void show(String text) {
        reader.printAbove(text);
    }

    /** @throws OutputClosedException if the terminal is gone, so that nothing is taken for shown */
    void mustBeShown() {
        if (terminal.writer().checkError()) {
            throw new OutputClosedException();
        }
    }

    String red(String text) {
        return painted("31", text);
    }

    String yellow(String text) {
        return painted("33", text);
    }

    String cyan(String text) {
        return painted("36", text);
    }

    String dim(String text) {
        return painted("2", text);
    }

    private String painted(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }

    @Override
    public void close() throws IOException {
        if (terminal instanceof DumbTerminal) {
            Signals.registerDefault(Terminal.Signal.INT.name());
        }
        terminal.close();
    }
}
