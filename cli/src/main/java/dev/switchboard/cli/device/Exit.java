package dev.switchboard.cli.device;

/** How {@code connect} ends; {@code docs/connect.md} tells the same. */
final class Exit {
    static final int ALL_ANSWERED = 0;
    /** A turn failed, a message was refused, or the device itself could not go on. */
    static final int FAILED = 1;
    /** Messages without an answer are kept for the next time. */
    static final int GAVE_UP = 3;

    private Exit() {}
}
