package dev.switchboard.edge.net;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;

/** Handing work to an event loop. */
final class EventLoops {
    private EventLoops() {}

    /** On the loop; here, if the server has stopped and the loop with it: then nothing else runs there any more. */
    static void run(EventExecutor loop, Runnable work) {
        try {
            loop.execute(work);
        } catch (RejectedExecutionException _) {
            work.run();
        }
    }
}
