package dev.switchboard.core.run;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.ledger.RunEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a body came to; its run's life makes the final event of it and commits that. */
public sealed interface Outcome {
    /**
     * @param before what is shown before the answer, committed together with it
     * @param changes likewise
     * @param saidId the id of the {@link Utterance} whose words these are; null if they were not said piece by piece
     */
    record Answered(
            String text,
            List<RunEvent> before,
            List<Change> changes,
            @Nullable String saidId) implements Outcome {
        public Answered(String text) {
            this(text, List.of(), List.of(), null);
        }
    }

    /** @param why a sentence for a person */
    record Failed(ErrorCode code, String why) implements Outcome {}
}
