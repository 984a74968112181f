package dev.switchboard.core.run;

import org.jspecify.annotations.Nullable;

/** How a model's window is shared out. */
final class ContextWindow {
    /** What the model may say is kept free. */
    private static final double ANSWER_SHARE = 0.25;

    private ContextWindow() {}

    /** Tokens for all the model is told. */
    static int of(Agent agent) {
        return (int) (agent.model().contextTokens() * (1 - ANSWER_SHARE));
    }

    /** Tokens every question to this agent takes. */
    static int fixed(Agent agent) {
        return agent.system() == null ? 0 : TokenEstimate.of(agent.system());
    }

    /** What the agent is told of itself, and of a past that no longer fits. */
    static @Nullable String system(Agent agent, @Nullable String summary) {
        if (summary == null) {
            return agent.system();
        }
        var past = "What was said before in this conversation, in short:\n" + summary;
        return agent.system() == null ? past : agent.system() + "\n\n" + past;
    }
}
