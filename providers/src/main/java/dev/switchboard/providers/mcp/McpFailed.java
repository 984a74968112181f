package dev.switchboard.providers.mcp;

/** A server that cannot be asked, does not answer, or answers with an error; the words are for a model. */
class McpFailed extends Exception {
    private final String why;

    McpFailed(String why) {
        super(why);
        this.why = why;
    }

    String why() {
        return why;
    }

    /** The connection ended under a request that the server may have carried out. */
    static final class Broken extends McpFailed {
        Broken(String why) {
            super(why);
        }
    }

    /** The server did not take the request because it has forgotten us: it may be sent again on a new connection. */
    static final class Forgotten extends McpFailed {
        Forgotten() {
            super("it has ended the session");
        }
    }
}
