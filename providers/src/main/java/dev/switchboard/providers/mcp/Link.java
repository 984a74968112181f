package dev.switchboard.providers.mcp;

import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One connection to a server. Thread: any. */
interface Link extends AutoCloseable {
    /** What a link tells by itself, on a thread of its own. */
    interface Listener {
        void toolsChanged();

        /** It is of no more use; told once at most. */
        void lost(Link link, String why);
    }

    /** Asks and waits; an interrupt and the end of the time withdraw the question. */
    JsonNode request(String method, ObjectNode params, Duration limit) throws McpFailed, InterruptedException;

    /** Both sides have said what they are. */
    void greeted(String protocolVersion, Duration limit) throws McpFailed, InterruptedException;

    /** Ends it, and within seconds whatever was started for it. */
    @Override
    void close();
}
