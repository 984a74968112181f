package dev.switchboard.edge.board;

import dev.switchboard.core.terminal.Shown;
import dev.switchboard.core.terminal.Viewing;
import dev.switchboard.protocol.board.ToBoard;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A terminal's bytes on their way to one board, as text. A piece is taken when there is a place for it, and its place is
 * free again when it has left. So a terminal never fills the board's outbox, however much it prints; it waits.
 *
 * <p>Thread: a virtual one of its own, on which pieces are also encoded; any closes.
 */
final class TerminalPump implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TerminalPump.class);

    /** What stands for bytes that are no character. */
    private static final String BROKEN = "\uFFFD";

    private final BoardLine line;
    private final String terminalId;
    private final Viewing viewing;
    private final Semaphore places;
    private final Consumer<TerminalPump> over;
    private final Thread thread;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    /** The beginning of a character whose end has not come. */
    private ByteBuffer rest = ByteBuffer.allocate(0);

    private boolean closed;

    /**
     * @param places one for each piece that may be under way to this board, from whichever terminal
     * @param over told when the last byte and the exit code have been sent
     */
    TerminalPump(BoardLine line, String terminalId, Viewing viewing, Semaphore places, Consumer<TerminalPump> over) {
        this.line = line;
        this.terminalId = terminalId;
        this.viewing = viewing;
        this.places = places;
        this.over = over;
        this.thread = Thread.ofVirtual().name("view of " + terminalId).unstarted(this::pump);
    }

    void start() {
        thread.start();
    }

    /** Nothing is sent after this has returned. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        viewing.close();
        thread.interrupt();
    }

    private void pump() {
        try {
            while (true) {
                switch (viewing.next()) {
                    case Shown.Output output -> send(output);
                    case Shown.Exited(int exitCode) -> {
                        sayExited(exitCode);
                        return;
                    }
                    case Shown.Left() -> {
                        return;
                    }
                }
            }
        } catch (InterruptedException _) {
            // Closed while it waited.
        } catch (RuntimeException | Error e) {
            log.atWarn().addKeyValue("terminal", terminalId).setCause(e).log("a terminal can no longer be shown");
            line.leave(1011, "the terminal can no longer be shown, attach again");
        } finally {
            viewing.close();
        }
    }

    private void send(Shown.Output output) throws InterruptedException {
        var text = decode(output.bytes());
        if (text.isEmpty()) {
            viewing.written(output.next());
            return;
        }
        places.acquire();
        if (!sendIfOpen(new ToBoard.TerminalOutput(terminalId, text), output.next())) {
            places.release();
        }
    }

    /** Also what was not written gives its place back: the connection is gone then, and this with it. */
    private synchronized boolean sendIfOpen(ToBoard frame, long next) {
        if (!closed) {
            line.send(frame, _ -> {
                places.release();
                viewing.written(next);
            });
        }
        return !closed;
    }

    private void sayExited(int exitCode) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            if (rest.hasRemaining()) {
                // The end of this character will never come; its beginning is not lost in silence.
                line.send(new ToBoard.TerminalOutput(terminalId, BROKEN));
            }
            line.send(new ToBoard.TerminalExited(terminalId, exitCode));
        }
        over.accept(this);
    }

    private String decode(byte[] bytes) {
        var in = ByteBuffer.allocate(rest.remaining() + bytes.length)
                .put(rest)
                .put(bytes)
                .flip();
        var out = CharBuffer.allocate(in.remaining() + 1);
        decoder.decode(in, out, false);
        rest = ByteBuffer.allocate(in.remaining()).put(in).flip();
        return out.flip().toString();
    }
}
