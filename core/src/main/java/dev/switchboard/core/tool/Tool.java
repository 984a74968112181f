package dev.switchboard.core.tool;

import dev.switchboard.core.model.ToolSpec;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something an agent can do.
 *
 * <p>Thread: one instance is used by many runs at once. A call blocks the run's virtual thread; interrupting that thread
 * ends what the call does within a second and throws {@link InterruptedException}. What can be expected to go wrong is a
 * result with {@code ok:false} and words the model can use; an exception is a fault of ours and is worded by the caller.
 */
public interface Tool {
    /** Name, description and JSON Schema of the arguments, as the model is told. */
    ToolSpec spec();

    Effect effect();

    /** Whether calls of it may be made at once with other such calls of the same step: what only looks. */
    default boolean runsBesideOthers() {
        return effect() == Effect.READ;
    }

    /** The arguments as an event shows them: what a person wants to see, not a file's whole content. */
    default ObjectNode shown(ObjectNode arguments) {
        return arguments;
    }

    /** The shell command a call would run, if that is what it does: allow rules are about commands. */
    default Optional<String> command(ObjectNode arguments) {
        return Optional.empty();
    }

    ToolResult run(ObjectNode arguments, ToolContext context) throws InterruptedException;
}
