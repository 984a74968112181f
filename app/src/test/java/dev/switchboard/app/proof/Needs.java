package dev.switchboard.app.proof;

import org.junit.jupiter.api.Assumptions;

/** What a test needs of the machine it runs on. */
final class Needs {
    private Needs() {}

    /** Skips the test aloud if the machine cannot do it: a proof that was not made should not look like one. */
    static void that(boolean possible, String otherwise) {
        if (!possible) {
            System.out.println("SKIPPED: " + otherwise);
        }
        Assumptions.assumeTrue(possible, otherwise);
    }
}
