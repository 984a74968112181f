package dev.switchboard.core.run;

import dev.switchboard.core.model.ModelMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was said before in a session.
 *
 * @param summary of what no longer fits, null if all of it does
 */
record Past(@Nullable String summary, List<ModelMessage> messages) {
    static final Past NONE = new Past(null, List.of());
}
