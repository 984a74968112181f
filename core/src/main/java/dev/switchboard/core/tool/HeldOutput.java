package dev.switchboard.core.tool;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.identity.SessionId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What one call holds in memory of what it was given, as a part of what all calls may hold. When that is too much, the
 * largest call of the session that holds most is interrupted and ends as a failed result; the others go on.
 *
 * <p>Thread: the call's makes it; any of those that work for the call counts.
 */
public final class HeldOutput implements AutoCloseable {
    private static final String CUT = "Given up: its result, together with those of other calls, did not fit into the"
            + " memory there is for them. Ask for a smaller part of it, or write it to a file and read parts of that.";

    /** What a call does. */
    public interface Work {
        ToolResult run() throws InterruptedException;
    }

    private final Total total;
    private final SessionId session;
    private final Total.Part part;
    // Guarded by this.
    private @Nullable Thread working;
    private boolean cut;
    private boolean interrupted;

    public HeldOutput(Total total, SessionId session) {
        this.total = total;
        this.session = session;
        this.part = total.part(session.value(), this::cut);
    }

    HeldOutput ofNextCall() {
        return new HeldOutput(total, session);
    }

    /**
     * The call holds so many bytes now.
     *
     * @throws OutputCut if that is too much
     */
    public void holds(long bytes) {
        if (!part.holds(bytes)) {
            throw new OutputCut();
        }
    }

    /** What came of the work; its result counts until this is closed. */
    public ToolResult during(Work work) throws InterruptedException {
        begin();
        @Nullable ToolResult result = null;
        try {
            result = work.run();
            holds(size(result.json()));
        } catch (OutputCut _) {
            noteCut();
        } catch (InterruptedException e) {
            if (!isCut()) {
                throw e;
            }
        } finally {
            end();
        }
        if (result != null && !isCut()) {
            return result;
        }
        if (result != null) {
            result.close();
        }
        return ToolResult.failed(CUT);
    }

    private synchronized void begin() {
        working = Thread.currentThread();
    }

    private synchronized void end() {
        working = null;
        if (interrupted) {
            // The interrupt may have come too late for the work to see it.
            Thread.interrupted();
        }
    }

    private synchronized void cut() {
        cut = true;
        if (working != null) {
            interrupted = true;
            working.interrupt();
        }
    }

    /** The part knows of it before this is told. */
    private synchronized void noteCut() {
        cut = true;
    }

    private synchronized boolean isCut() {
        return cut;
    }

    /** Roughly: a character may take two bytes, and a node a few. */
    private static long size(JsonNode node) {
        if (node.isString()) {
            return 32 + 2L * node.stringValue().length();
        }
        return 32 + node.valueStream().mapToLong(HeldOutput::size).sum();
    }

    @Override
    public void close() {
        part.close();
    }
}
