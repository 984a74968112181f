package dev.switchboard.providers.vendor;

/** Carries a {@link Trouble} up through the library's frames to the loop of tries. */
final class CallBroken extends RuntimeException {
    private final transient Trouble trouble;

    CallBroken(Trouble trouble) {
        super(trouble.reason(), null, false, false);
        this.trouble = trouble;
    }

    Trouble trouble() {
        return trouble;
    }
}
