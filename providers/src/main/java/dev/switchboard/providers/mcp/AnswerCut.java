package dev.switchboard.providers.mcp;

import java.io.IOException;

/** An answer was let go because all results together would have taken too much memory; the words are for a model. */
final class AnswerCut extends IOException {
    static final String WORDS =
            "its answer and those of others did not fit into the memory there is for them (ask for less at once)";

    AnswerCut() {
        super(WORDS);
    }
}
