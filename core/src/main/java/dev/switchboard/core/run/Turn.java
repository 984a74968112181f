package dev.switchboard.core.run;

/**
 * One question and answer of a run.
 *
 * @param id as the events within it name their parent
 * @param since when it began, by {@link System#nanoTime}
 */
record Turn(String id, long since) {
    static Turn begin(String id) {
        return new Turn("turn-" + id, System.nanoTime());
    }

    long lastedMs() {
        return (System.nanoTime() - since) / 1_000_000;
    }
}
