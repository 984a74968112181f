package dev.switchboard.edge.net;

import dev.switchboard.core.failure.FatalErrors;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Work on event loops. Netty logs what a task throws and goes on; an {@link Error} there is not one connection's, so it is
 * reported as what nobody can go on from.
 */
record EventLoops(FatalErrors fatal) {

    /** On the loop; here, if the server has stopped and the loop with it: then nothing else runs there any more. */
    void run(EventExecutor loop, Runnable work) {
        try {
            loop.execute(() -> guarded(work));
        } catch (RejectedExecutionException _) {
            work.run();
        }
    }

    /** For what runs on a loop already. */
    void guarded(Runnable work) {
        try {
            work.run();
        } catch (Error e) {
            failed(e);
            throw e;
        }
    }

    /** What Netty caught on a loop. */
    void failed(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            fatal.report("The listener's event loop", error);
        }
    }
}
