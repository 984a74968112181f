package dev.switchboard.edge.board;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What goes to one board: payloads in their envelopes. Thread: any; never blocks. */
final class BoardLine {
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private final WebSocket socket;
    private final Clock clock;

    BoardLine(WebSocket socket, Clock clock) {
        this.socket = socket;
        this.clock = clock;
    }

    /** A moment as this protocol writes it. */
    static String time(Instant moment) {
        return MILLIS.format(moment);
    }

    Instant now() {
        return clock.instant();
    }

    void send(ToBoard payload) {
        reply(null, payload);
    }

    /** @param inReplyTo the id of the message this answers, if it answers one */
    void reply(@Nullable String inReplyTo, ToBoard payload) {
        socket.send(frame(inReplyTo, payload));
    }

    void send(ToBoard payload, WebSocket.Receipt receipt) {
        reply(null, payload, receipt);
    }

    void reply(@Nullable String inReplyTo, ToBoard payload, WebSocket.Receipt receipt) {
        socket.send(frame(inReplyTo, payload), receipt);
    }

    void error(@Nullable String inReplyTo, String code, String message) {
        reply(inReplyTo, new ToBoard.ConnectionError(code, message, null));
    }

    void forbidden(String inReplyTo, Scope needed) {
        error(inReplyTo, "forbidden", "this needs the scope " + needed.wireName());
    }

    WebSocket socket() {
        return socket;
    }

    void close(int code, String reason) {
        socket.close(code, reason);
    }

    /** Says why before it closes. */
    void leave(int code, String reason) {
        send(new ToBoard.Closing(reason));
        socket.close(code, reason);
    }

    /** Says to one that does not read that it has to come back. */
    void overrun() {
        send(new ToBoard.Closing("overrun"));
        socket.overrun("overrun");
    }

    String frame(@Nullable String inReplyTo, ToBoard payload) {
        return BoardFrames.write(UUID.randomUUID().toString(), time(clock.instant()), inReplyTo, payload);
    }
}
