package dev.switchboard.core.modelrun;

import dev.switchboard.core.message.Brief;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** How a model's window is shared out. */
final class ContextWindow {
    /** What the model may say is kept free. */
    private static final double ANSWER_SHARE = 0.25;

    private ContextWindow() {}

    /** Tokens for all the model is told. */
    static int of(ModelAgent agent) {
        return (int) (agent.model().contextTokens() * (1 - ANSWER_SHARE));
    }

    /** Tokens every question to this agent takes. */
    static int fixed(ModelAgent agent, @Nullable Brief brief) {
        var system = system(agent, null, brief);
        return system == null ? 0 : TokenEstimate.of(system);
    }

    /** What the agent is told of itself, by the sender of its task, and of a past that no longer fits. */
    static @Nullable String system(ModelAgent agent, @Nullable String summary, @Nullable Brief brief) {
        var parts = new ArrayList<String>();
        if (agent.system() != null) {
            parts.add(agent.system());
        }
        if (brief != null && brief.system() != null) {
            parts.add(brief.system());
        }
        if (summary != null) {
            parts.add("What was said before in this conversation, in short:\n" + summary);
        }
        return parts.isEmpty() ? null : String.join("\n\n", parts);
    }
}
