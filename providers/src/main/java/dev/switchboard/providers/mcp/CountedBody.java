package dev.switchboard.providers.mcp;

import dev.switchboard.core.bound.Total;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The body of an HTTP response, counted as a part of what all results may hold in memory. When it is cut it is closed, and
 * who reads it gets {@link AnswerCut}: its thread has other work and is not interrupted.
 *
 * <p>Thread: one reads; the cut comes from any.
 */
final class CountedBody implements AutoCloseable {
    private final InputStream body;
    private final Total.Part part;
    private final EventStream events;
    private volatile boolean cut;

    CountedBody(InputStream body, Total total, String user) {
        this.body = body;
        this.part = total.part(user, this::cut);
        this.events = new EventStream(body, part);
    }

    private void cut() {
        cut = true;
        closeBody();
    }

    /** The data of the next event; null when the stream has ended. */
    @Nullable
    String nextEvent() throws IOException {
        try {
            var data = events.next();
            requireUncut();
            return data;
        } catch (IOException e) {
            throw told(e);
        }
    }

    /** All there is, as far as it is not too long to be read. */
    String whole() throws IOException {
        try {
            var in = new BufferedInputStream(body, 16 * 1024);
            var bytes = new CountedBytes(part);
            for (int c = in.read(); c >= 0 && bytes.size() < Messages.MOST_BYTES; c = in.read()) {
                bytes.write(c);
            }
            requireUncut();
            return bytes.text();
        } catch (IOException e) {
            throw told(e);
        }
    }

    /** A body that is closed under its reader seems to have ended. */
    private void requireUncut() throws AnswerCut {
        if (cut) {
            throw new AnswerCut();
        }
    }

    /** Or to be broken. */
    private IOException told(IOException e) {
        return cut ? new AnswerCut() : e;
    }

    @Override
    public void close() {
        part.close();
        closeBody();
    }

    private void closeBody() {
        try {
            body.close();
        } catch (IOException _) {
            // It is not wanted any more.
        }
    }
}
