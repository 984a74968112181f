package dev.switchboard.edge.board;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.preview.LiveView.Seen;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.edge.watch.Frames;
import dev.switchboard.edge.watch.Projection;
import dev.switchboard.protocol.board.ToBoard;
import dev.switchboard.protocol.board.ToBoard.TaskDelta;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One board looking at one task, from its beginning or from the middle until its final message. */
final class TaskView implements Projection {
    private final BoardLine line;
    private final RunId run;
    private final boolean deltas;
    private final boolean fromNow;
    private final Consumer<TaskView> over;
    private final WebSocket.Receipt told;
    private final TaskProjection projection;
    /** Calls of which this board was sent the arguments as they were written; not again when they begin. */
    private final Set<String> written = new HashSet<>();
    /** The message they are of. */
    private String writing = "";

    private volatile @Nullable String answers;
    /** Whether the final message was handed on, which then settles it. */
    private volatile boolean ended;

    /**
     * @param fromNow whether what has happened so far is summed up in one message instead of shown
     * @param over told when nothing more is shown
     * @param told told once whether the final message was written
     */
    TaskView(
            BoardLine line,
            RunId run,
            boolean deltas,
            boolean fromNow,
            Consumer<TaskView> over,
            WebSocket.Receipt told) {
        this.line = line;
        this.run = run;
        this.deltas = deltas;
        this.fromNow = fromNow;
        this.over = over;
        this.told = told;
        this.projection = new TaskProjection(run.value());
    }

    /** The final message will be the answer to this one. */
    void answer(String messageId) {
        answers = messageId;
    }

    @Override
    public boolean see(Seen seen, boolean replayed, Frames out) {
        return switch (seen) {
            case Seen.Event(var recorded) -> see(recorded, replayed, out);
            case Seen.Text(var message, var piece, var offset) -> {
                if (message.run().equals(run)) {
                    out.send(frame(TaskDelta.text(run.value(), piece, offset)));
                }
                yield true;
            }
            case Seen.Call call -> {
                if (call.message().run().equals(run)) {
                    out.send(frame(piece(call)));
                }
                yield true;
            }
            case Seen.Retracted(var message) -> {
                if (message.run().equals(run)) {
                    written.clear();
                    out.send(frame(projection.discard()));
                }
                yield true;
            }
        };
    }

    @Override
    public void caughtUp(Frames out) {
        if (fromNow) {
            out.send(frame(projection.progress(null)));
        }
    }

    private boolean see(Recorded recorded, boolean replayed, Frames out) {
        if (!projection.isOf(recorded.event())) {
            return true;
        }
        boolean known = recorded.event() instanceof RunEvent.ToolStart start && written.remove(start.correlationId());
        var frames = projection.see(recorded, deltas && !known);
        if (recorded.event() instanceof RunEvent.Final) {
            ended = true;
            var last = frames.getLast();
            frames.subList(0, frames.size() - 1).forEach(before -> out.send(line.frame(answers, before)));
            out.send(line.frame(answers, last), told);
            return false;
        }
        if (!replayed || !fromNow) {
            frames.forEach(shown -> out.send(frame(shown)));
        }
        return true;
    }

    private TaskDelta piece(Seen.Call call) {
        if (!call.message().id().equals(writing)) {
            writing = call.message().id();
            // Of the message before, these were never begun.
            written.clear();
        }
        written.add(call.callId());
        return TaskDelta.toolCall(
                run.value(), new ToBoard.ToolCall(call.callId(), call.tool(), call.piece()), call.offset());
    }

    @Override
    public void over() {
        over.accept(this);
        if (!ended) {
            told.settled(false);
        }
    }

    private String frame(ToBoard payload) {
        return line.frame(null, payload);
    }
}
