package dev.switchboard.testkit;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelRequest;

/** What a person said in a request to a model. */
public final class Said {
    private Said() {}

    /** The newest message. */
    public static String last(ModelRequest request) {
        return ((ModelMessage.User) request.messages().getLast()).text();
    }
}
