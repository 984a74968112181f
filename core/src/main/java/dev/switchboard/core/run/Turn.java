package dev.switchboard.core.run;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelMessage;
import java.util.List;
import java.util.Optional;

/** A question and its answer, which stay together when a history is cut. */
record Turn(ModelMessage.User question, ModelMessage.Assistant answer, int tokens) {

    Turn(String question, String answer) {
        this(
                new ModelMessage.User(question),
                ModelMessage.Assistant.text(answer),
                TokenEstimate.of(question) + TokenEstimate.of(answer));
    }

    /**
     * What the model is told of a message that has ended. Of a failed one nothing: the sentence a person was given is
     * not what the assistant said, and a question without an answer would leave two of them in a row.
     */
    static Optional<Turn> of(String question, RunEvent.Final end) {
        return switch (end) {
            case RunEvent.Answered answered -> Optional.of(new Turn(question, answered.text()));
            case RunEvent.Failed _ -> Optional.empty();
        };
    }

    List<ModelMessage> messages() {
        return List.of(question, answer);
    }

    int chars() {
        return question.text().length() + answer.text().length();
    }
}
