package dev.switchboard.core.modelrun;

import dev.switchboard.core.model.ModelMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was said before in a session.
 *
 * @param summary of what no longer fits, null if all of it does
 * @param messages whoever asked for it adds what comes after
 */
record Past(@Nullable String summary, List<ModelMessage> messages) {
    static Past none() {
        return new Past(null, new ArrayList<>());
    }
}
