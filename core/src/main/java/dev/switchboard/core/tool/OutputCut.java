package dev.switchboard.core.tool;

/** A call holds too much: it is to let go of it and end. Whoever made the call says so to the model. */
public final class OutputCut extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutputCut() {
        super("all calls together hold too much, and this one most", null, false, false);
    }
}
