package dev.switchboard.core.run;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Finds the files a run wrote, in the results of the tools that write one. */
final class WrittenFiles {
    private static final Set<String> WRITERS = Set.of("write", "edit", "append");

    private WrittenFiles() {}

    static Optional<String> in(RunEvent.ToolEnd end) {
        return end.status() == Status.OK ? in(end.tool(), end.result()) : Optional.empty();
    }

    static Optional<String> in(String tool, ObjectNode result) {
        var path = result.path("file").path("viewerPath");
        return WRITERS.contains(tool) && result.path("ok").booleanValue(false) && path.isString()
                ? Optional.of(path.stringValue())
                : Optional.empty();
    }
}
