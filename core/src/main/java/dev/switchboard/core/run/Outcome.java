package dev.switchboard.core.run;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.ledger.RunEvent;
import java.util.List;

/** What a body came to; its run's life makes the final event of it and commits that. */
public sealed interface Outcome {
    /**
     * @param before what is shown before the answer, committed together with it
     * @param changes likewise
     */
    record Answered(String text, List<RunEvent> before, List<Change> changes) implements Outcome {
        public Answered(String text) {
            this(text, List.of(), List.of());
        }
    }

    /** @param why a sentence for a person */
    record Failed(ErrorCode code, String why) implements Outcome {}
}
