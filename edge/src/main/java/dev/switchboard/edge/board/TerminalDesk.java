package dev.switchboard.edge.board;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.terminal.TerminalInfo;
import dev.switchboard.core.terminal.TerminalSize;
import dev.switchboard.core.terminal.Terminals;
import dev.switchboard.core.terminal.Viewing;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one board does with terminals.
 *
 * <p>Thread: the one that has the board's frame in hand, or its end.
 */
final class TerminalDesk implements AutoCloseable {
    /** Pieces of output on their way to one board: fewer than would fill its outbox, however they look as JSON. */
    private static final int UNDER_WAY = 8;

    private static final Logger log = LoggerFactory.getLogger(TerminalDesk.class);

    private final Terminals terminals;
    private final BoardLine line;
    private final ConcurrentHashMap<String, TerminalPump> viewed = new ConcurrentHashMap<>();
    /** Taken in turn, so that a terminal that prints much does not keep another from being seen. */
    private final Semaphore places = new Semaphore(UNDER_WAY, true);

    TerminalDesk(Terminals terminals, BoardLine line) {
        this.terminals = terminals;
        this.line = line;
    }

    void list(String id) {
        var all = terminals.list().stream()
                .map(terminal -> new ToBoard.Terminal(
                        terminal.id(), terminal.name(), BoardLine.time(terminal.createdAt()), size(terminal)))
                .toList();
        line.reply(id, new ToBoard.TerminalList(all));
    }

    void create(String id, FromBoard.CreateTerminal wish) {
        try {
            var size = wish.rows() == null && wish.cols() == null ? null : size(wish.rows(), wish.cols());
            var made = terminals.create(wish.name(), wish.cwd(), size);
            line.reply(
                    id,
                    new ToBoard.TerminalCreated(made.id(), made.name(), BoardLine.time(made.createdAt()), size(made)));
        } catch (IllegalArgumentException | SwitchboardException e) {
            line.error(id, "protocol_error", String.valueOf(e.getMessage()));
        }
    }

    void attach(String id, @Nullable String terminalId) {
        var found = terminalId == null ? null : terminals.find(terminalId).orElse(null);
        if (found == null) {
            notFound(id, terminalId);
            return;
        }
        detach(found.id());
        line.reply(id, new ToBoard.TerminalAttached(found.id(), size(found)));
        terminals
                .attach(found.id(), () -> overrun(found.id()))
                .ifPresentOrElse(viewing -> view(found.id(), viewing), () -> notFound(id, terminalId));
    }

    private void view(String terminalId, Viewing viewing) {
        var pump = new TerminalPump(line, terminalId, viewing, places, ended -> viewed.remove(terminalId, ended));
        viewed.put(terminalId, pump);
        pump.start();
    }

    /** It does not read: on another connection it gets the present screen instead of all that it has missed. */
    private void overrun(String terminalId) {
        log.atInfo().addKeyValue("terminal", terminalId).log("a board does not read its terminal and is closed");
        line.overrun();
    }

    void input(String id, FromBoard.TerminalInput input) {
        if (input.data() == null) {
            line.error(id, "protocol_error", "data is required");
            return;
        }
        try {
            if (input.terminalId() == null || !terminals.input(input.terminalId(), input.data())) {
                notFound(id, input.terminalId());
            }
        } catch (SwitchboardException e) {
            line.error(id, "rate_limited", String.valueOf(e.getMessage()));
        }
    }

    void resize(String id, FromBoard.ResizeTerminal wish) {
        try {
            var size = size(wish.rows(), wish.cols());
            if (wish.terminalId() == null || !terminals.resize(wish.terminalId(), size)) {
                notFound(id, wish.terminalId());
            }
        } catch (IllegalArgumentException e) {
            line.error(id, "protocol_error", String.valueOf(e.getMessage()));
        }
    }

    void detach(String id, @Nullable String terminalId) {
        if (terminalId == null || !detach(terminalId)) {
            notFound(id, terminalId);
        }
    }

    void end(String id, @Nullable String terminalId) {
        if (terminalId == null || !terminals.close(terminalId)) {
            notFound(id, terminalId);
        }
    }

    private boolean detach(String terminalId) {
        var pump = viewed.remove(terminalId);
        if (pump != null) {
            pump.close();
        }
        return pump != null;
    }

    private void notFound(String id, @Nullable String terminalId) {
        line.error(
                id,
                "terminal_not_found",
                terminalId == null ? "terminal_id is required" : "there is no such terminal, or it has ended");
    }

    private static TerminalSize size(@Nullable Integer rows, @Nullable Integer cols) {
        if (rows == null || cols == null) {
            throw new IllegalArgumentException("rows and cols are required, both of them");
        }
        return new TerminalSize(rows, cols);
    }

    private static ToBoard.Size size(TerminalInfo terminal) {
        return new ToBoard.Size(terminal.size().rows(), terminal.size().cols());
    }

    @Override
    public void close() {
        viewed.values().forEach(TerminalPump::close);
        viewed.clear();
    }
}
