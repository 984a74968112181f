package dev.switchboard.core.workspace;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The folder the runs of a session work in.
 *
 * @param workspace its agent's; the operator chose it, and it may not exist yet
 * @param own one inside that the session has to itself, without links when it was chosen. Whoever opens it finds out
 *     whether it still is: it lies where agents write.
 */
public record WorkFolder(Path workspace, @Nullable Path own) {
    public static WorkFolder of(Path workspace, @Nullable String own) {
        return new WorkFolder(workspace, own == null ? null : Path.of(own));
    }

    public Path path() {
        return own == null ? workspace : own;
    }
}
