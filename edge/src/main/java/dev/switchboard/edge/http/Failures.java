package dev.switchboard.edge.http;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.edge.net.Request;
import dev.switchboard.edge.net.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what a handler throws into an answer, by whose fault it is. What is ours is logged and told in neutral words. */
final class Failures {
    private static final Logger log = LoggerFactory.getLogger(Failures.class);
    private static final String RETRY_SECONDS = "5";

    private Failures() {}

    static Response.Full answer(Request request, RuntimeException failure) {
        if (!(failure instanceof SwitchboardException known)) {
            return ours(request, "internal", failure);
        }
        var code = known.code().wireName();
        var message = String.valueOf(known.getMessage());
        return switch (known.code().blame()) {
            case CALLER -> Replies.error(400, code, message);
            case UPSTREAM -> Replies.error(502, code, message);
            case CAPACITY -> Replies.with(Replies.error(503, code, message), "Retry-After", RETRY_SECONDS);
            case OURS -> ours(request, code, failure);
        };
    }

    // The path is not logged: it may hold ids that a person chose.
    private static Response.Full ours(Request request, String code, RuntimeException failure) {
        log.atError().addKeyValue("method", request.method()).setCause(failure).log("a request failed");
        return Replies.error(500, code, "Something went wrong in the gateway. Its log says what; try again later.");
    }
}
