package dev.switchboard.edge.api;

import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A client that takes the greeting of an event stream, and nothing after it. */
final class Deaf implements Response.BodySink {
    private final CountDownLatch cut = new CountDownLatch(1);

    Deaf(Response.BodyWriter writer) {
        Thread.startVirtualThread(() -> {
            try {
                writer.write(this);
            } catch (IOException | InterruptedException _) {
                // as it ends for one who left
            } finally {
                writer.over();
            }
        });
    }

    boolean isCut() {
        return cut.getCount() == 0;
    }

    @Override
    public void write(byte[] bytes) throws IOException, InterruptedException {
        if (!new String(bytes, StandardCharsets.UTF_8).startsWith(":")) {
            cut.await();
        }
        if (isCut()) {
            throw new IOException("the connection was cut");
        }
    }

    @Override
    public void cut() {
        cut.countDown();
    }

    @Override
    public boolean closedWithin(Duration patience) {
        return isCut();
    }
}
