package dev.switchboard.app.approve;

/** How {@code approve} ends; {@code docs/approvals.md} tells the same. */
final class Exit {
    static final int DONE = 0;
    /** Nothing waits, or not this. */
    static final int NOTHING = 1;

    static final int MISUSED = 2;
    /** The gateway could not be reached or did not let us. */
    static final int NOT_LET_IN = 3;

    private Exit() {}
}
