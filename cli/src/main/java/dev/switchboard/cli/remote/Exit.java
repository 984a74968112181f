package dev.switchboard.cli.remote;

/** How commands end that speak to a running gateway; the page of each in {@code docs} tells the same. */
public final class Exit {
    public static final int DONE = 0;
    /** Nothing waits, there is no such thing, or the task failed. */
    public static final int NOT_DONE = 1;

    public static final int MISUSED = 2;
    /** The gateway could not be reached or did not let us. */
    public static final int NOT_LET_IN = 3;

    /** A person wanted it to end. */
    public static final int STOPPED = 130;

    private Exit() {}
}
