package dev.switchboard.edge.net;

/** The client broke the WebSocket protocol or a limit of it. Not a failure of ours, so it has no stack trace. */
final class FrameException extends Exception {
    private final int closeCode;

    FrameException(int closeCode, String reason) {
        super(reason, null, false, false);
        this.closeCode = closeCode;
    }

    int closeCode() {
        return closeCode;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
