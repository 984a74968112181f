package dev.switchboard.providers.vendor;

/** An {@link InterruptedException} on its way through the library's frames, which know no checked exceptions. */
final class CallInterrupted extends RuntimeException {
    CallInterrupted() {
        super("interrupted", null, false, false);
    }
}
