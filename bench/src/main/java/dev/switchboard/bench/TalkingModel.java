package dev.switchboard.bench;

import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/** Looks at something and answers, at once; told to {@link #STREAM}, it writes as fast and as long as is measured. */
final class TalkingModel implements Model {
    static final String STREAM = "Write a long answer.";
    static final int DELTAS_PER_SECOND = 200;
    static final int SECONDS = 10;

    /** One permit for each long answer that has begun, and that is written. */
    final Semaphore began = new Semaphore(0);

    final Semaphore ended = new Semaphore(0);

    @Override
    public String name() {
        return "bench";
    }

    @Override
    public int contextTokens() {
        return 16_000;
    }

    @Override
    public ModelReply answer(ModelRequest request, ModelListener listener) {
        if (request.purpose() == ModelRequest.Purpose.SUMMARY) {
            return ModelReply.text("They said hello.");
        }
        return switch (request.messages().getLast()) {
            case ModelMessage.ToolResult _ -> say(Texts.ANSWER, listener);
            case ModelMessage.User user when user.text().equals(STREAM) -> stream(listener);
            default -> new ModelReply("", null, List.of(Looks.call()), null, ModelReply.Finish.TOOL_CALLS);
        };
    }

    private static ModelReply say(String text, ModelListener listener) {
        listener.text(text);
        return ModelReply.text(text);
    }

    /** Each piece when it is due, so that a stall is made up for as a network does. */
    private ModelReply stream(ModelListener listener) {
        int deltas = DELTAS_PER_SECOND * SECONDS;
        var whole = new StringBuilder();
        long from = System.nanoTime();
        for (int i = 0; i < deltas; i++) {
            long due = from + i * 1_000_000_000L / DELTAS_PER_SECOND;
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            var piece = Texts.piece(i);
            listener.text(piece);
            whole.append(piece);
            if (i == 0) {
                began.release();
            }
        }
        ended.release();
        return ModelReply.text(whole.toString());
    }
}
