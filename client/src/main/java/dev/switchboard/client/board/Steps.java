package dev.switchboard.client.board;

import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.FromBoard;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What is to be done, in order, until somebody takes it to do it. */
final class Steps {
    private final Supplier<String> ids;
    private final Clock clock;
    private List<BoardStep> waiting = new ArrayList<>();

    Steps(Supplier<String> ids, Clock clock) {
        this.ids = ids;
        this.clock = clock;
    }

    String newId() {
        return ids.get();
    }

    /** As messages say it. */
    String now() {
        return clock.instant().toString();
    }

    String frame(String id, FromBoard message) {
        return BoardFrames.write(id, now(), message);
    }

    void send(FromBoard message) {
        sendFrame(frame(newId(), message));
    }

    void sendFrame(String frame) {
        waiting.add(new BoardStep.Send(frame));
    }

    void tell(BoardNotice notice) {
        waiting.add(new BoardStep.Tell(notice));
    }

    void open() {
        waiting.add(new BoardStep.Open());
    }

    void drop() {
        waiting.add(new BoardStep.Drop());
    }

    List<BoardStep> taken() {
        var taken = waiting;
        waiting = new ArrayList<>();
        return taken;
    }
}
