package dev.switchboard.app.conformance;

import dev.switchboard.json.text.Shortened;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * All that went over the wire, as lines for a person: seconds since the start, the connection, an arrow, the frame.
 * {@code →} is from the device to the gateway, whoever of them is tested.
 *
 * <p>Thread: any.
 */
public final class Transcript {
    private static final int LONGEST = 200;

    private final long start = System.nanoTime();
    private final List<String> lines = new ArrayList<>();

    public void toGateway(int connection, String frame) {
        add(connection, "→", frame);
    }

    public void toDevice(int connection, String frame) {
        add(connection, "←", frame);
    }

    /** What is no frame: opened, closed, cut. */
    public void event(int connection, String what) {
        add(connection, "·", what);
    }

    private synchronized void add(int connection, String arrow, String what) {
        double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
        var line = Shortened.to(LONGEST, what);
        lines.add("%7.2f s  #%d %s %s".formatted(seconds, connection, arrow, line));
    }

    /** Where it stands now, for {@link #since}. */
    public synchronized int mark() {
        return lines.size();
    }

    public synchronized List<String> since(int mark) {
        return List.copyOf(lines.subList(mark, lines.size()));
    }

    public synchronized List<String> last(int count) {
        return since(Math.max(0, lines.size() - count));
    }
}
