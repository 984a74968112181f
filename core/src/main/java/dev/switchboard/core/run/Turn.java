package dev.switchboard.core.run;

import dev.switchboard.core.model.ModelMessage;
import java.util.List;

/** A question and its answer, which stay together when a history is cut. */
record Turn(ModelMessage.User question, ModelMessage.Assistant answer, int tokens) {

    Turn(String question, String answer) {
        this(
                new ModelMessage.User(question),
                ModelMessage.Assistant.text(answer),
                TokenEstimate.of(question) + TokenEstimate.of(answer));
    }

    List<ModelMessage> messages() {
        return List.of(question, answer);
    }

    int chars() {
        return question.text().length() + answer.text().length();
    }
}
