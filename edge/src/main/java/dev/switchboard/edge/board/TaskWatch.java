package dev.switchboard.edge.board;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.preview.LiveView;
import dev.switchboard.core.preview.LiveView.Seen;
import dev.switchboard.edge.net.WebSocket;
import dev.switchboard.protocol.board.ToBoard;
import dev.switchboard.protocol.board.ToBoard.TaskDelta;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One board looking at one task, from its beginning or from the middle until its final message.
 *
 * <p>Thread: a virtual one of its own, which only reads and puts frames into the outbox; any closes.
 */
final class TaskWatch implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Logger log = LoggerFactory.getLogger(TaskWatch.class);

    private final BoardLine line;
    private final LiveView view;
    private final RunId run;
    private final boolean deltas;
    private final long silentUntil;
    private final Consumer<TaskWatch> ended;
    private final WebSocket.Receipt told;
    private final TaskProjection projection;
    private volatile @Nullable String answers;
    private volatile boolean closed;

    /**
     * @param view from the task's message on
     * @param fromNow whether what has happened so far is summed up in one message instead of shown
     * @param ended told when the final message was sent
     * @param told told once whether the final message was written, at the latest when this is closed
     */
    TaskWatch(
            BoardLine line,
            LiveView view,
            RunId run,
            boolean deltas,
            boolean fromNow,
            Consumer<TaskWatch> ended,
            WebSocket.Receipt told) {
        this.line = line;
        this.view = view;
        this.run = run;
        this.deltas = deltas;
        this.silentUntil = fromNow ? view.reached() : 0;
        this.ended = ended;
        this.told = told;
        this.projection = new TaskProjection(run.value());
    }

    void start() {
        Thread.ofVirtual().name("watch of " + run).start(this::watch);
    }

    /** The final message will be the answer to this one. */
    void answer(String messageId) {
        answers = messageId;
    }

    /** Nothing is sent after this has returned. */
    @Override
    public void close() {
        boolean first;
        synchronized (this) {
            first = !closed;
            closed = true;
        }
        view.close();
        if (first) {
            told.settled(false);
        }
    }

    private void watch() {
        try {
            boolean silent = silentUntil > 0;
            while (!closed) {
                for (var seen : view.next(PATIENCE)) {
                    if (silent && !(seen instanceof Seen.Event(var recorded) && recorded.seq() <= silentUntil)) {
                        silent = false;
                        show(projection.progress(null));
                    }
                    if (isEnd(seen, silent)) {
                        return;
                    }
                }
                if (silent && view.cursor() >= silentUntil) {
                    silent = false;
                    show(projection.progress(null));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (!closed) {
                log.atWarn().addKeyValue("run", run).setCause(e).log("a task can no longer be shown");
                line.leave(1011, "the task can no longer be shown, attach again");
            }
        } finally {
            close();
        }
    }

    private boolean isEnd(Seen seen, boolean silent) {
        return switch (seen) {
            case Seen.Event(var recorded) -> see(recorded, silent);
            case Seen.Text(var speaking, var piece, var offset) -> {
                if (speaking.equals(run)) {
                    show(TaskDelta.text(run.value(), piece, offset));
                }
                yield false;
            }
            case Seen.Retracted(var speaking) -> {
                if (speaking.equals(run)) {
                    show(projection.discard());
                }
                yield false;
            }
        };
    }

    /** Whether that was the end. */
    private boolean see(Recorded recorded, boolean silent) {
        if (!projection.isOf(recorded.event())) {
            return false;
        }
        boolean last = recorded.event() instanceof RunEvent.Final;
        var frames = projection.see(recorded, deltas);
        if (last) {
            finish(frames);
        } else if (!silent) {
            frames.forEach(this::show);
        }
        return last;
    }

    private void show(ToBoard frame) {
        synchronized (this) {
            if (!closed) {
                line.send(frame);
            }
        }
    }

    private void finish(List<ToBoard> frames) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            frames.subList(0, frames.size() - 1).forEach(frame -> line.reply(answers, frame));
            line.reply(answers, frames.getLast(), told);
        }
        ended.accept(this);
    }
}
