package dev.switchboard.testkit;

import dev.switchboard.core.journal.ResultStore;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The whole results of calls, read. */
public final class Results {
    private Results() {}

    public static Optional<ObjectNode> of(ResultStore store, String eventId) {
        return store.result(eventId).map(result -> {
            try (var json = result.open()) {
                return Json.mapper().readValue(json, ObjectNode.class);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
