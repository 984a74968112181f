package dev.switchboard.edge.board;

import dev.switchboard.core.terminal.TerminalViewer;
import dev.switchboard.protocol.board.ToBoard;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A terminal's bytes on their way to one board: as text, a piece at a time, the next when the one before has left. So a
 * terminal never fills the board's outbox, however much it prints; it waits.
 *
 * <p>Thread: the terminal's, and the event loop's when a piece was written.
 */
final class TerminalPump implements TerminalViewer {
    private static final int PIECE = 32 * 1024;
    /** What stands for bytes that are no character. */
    private static final String BROKEN = "\uFFFD";

    private record Chunk(byte[] bytes, Runnable written) {}

    private final BoardLine line;
    private final String terminalId;
    private final Runnable over;
    private final ArrayDeque<Chunk> waiting = new ArrayDeque<>();
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    /** The beginning of a character whose end has not come. */
    private ByteBuffer rest = ByteBuffer.allocate(0);

    private int sentOfFirst;
    private boolean underWay;
    private @Nullable Integer exitCode;

    /** @param over told when the last byte and the exit code have been sent */
    TerminalPump(BoardLine line, String terminalId, Runnable over) {
        this.line = line;
        this.terminalId = terminalId;
        this.over = over;
    }

    @Override
    public void output(byte[] bytes, long offset, Runnable written) {
        synchronized (this) {
            waiting.addLast(new Chunk(bytes, written));
        }
        pump();
    }

    @Override
    public void exited(int code) {
        synchronized (this) {
            exitCode = code;
        }
        pump();
    }

    private void pump() {
        while (true) {
            String text;
            Runnable written = null;
            synchronized (this) {
                if (underWay) {
                    return;
                }
                var chunk = waiting.peekFirst();
                if (chunk == null) {
                    sayExited();
                    return;
                }
                int length = Math.min(PIECE, chunk.bytes().length - sentOfFirst);
                text = decode(chunk.bytes(), sentOfFirst, length);
                sentOfFirst += length;
                if (sentOfFirst == chunk.bytes().length) {
                    waiting.removeFirst();
                    sentOfFirst = 0;
                    written = chunk.written();
                }
                underWay = !text.isEmpty();
            }
            if (text.isEmpty()) {
                if (written != null) {
                    written.run();
                }
                continue;
            }
            var done = written;
            line.send(new ToBoard.TerminalOutput(terminalId, text), _ -> left(done));
            return;
        }
    }

    /** Also when it was not written: the connection is gone then, and its viewers with it. */
    private void left(@Nullable Runnable written) {
        synchronized (this) {
            underWay = false;
        }
        if (written != null) {
            written.run();
        }
        pump();
    }

    private void sayExited() {
        var code = exitCode;
        if (code != null) {
            exitCode = null;
            if (rest.hasRemaining()) {
                // The end of this character will never come; its beginning is not lost in silence.
                line.send(new ToBoard.TerminalOutput(terminalId, BROKEN));
            }
            line.send(new ToBoard.TerminalExited(terminalId, code));
            over.run();
        }
    }

    private String decode(byte[] bytes, int from, int length) {
        var in = ByteBuffer.allocate(rest.remaining() + length)
                .put(rest)
                .put(bytes, from, length)
                .flip();
        var out = CharBuffer.allocate(in.remaining() + 1);
        decoder.decode(in, out, false);
        rest = ByteBuffer.allocate(in.remaining()).put(in).flip();
        return out.flip().toString();
    }
}
