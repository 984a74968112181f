package dev.switchboard.bench;

/** Waiting for something outside to settle. */
final class Pause {
    private Pause() {}

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted", e);
        }
    }
}
