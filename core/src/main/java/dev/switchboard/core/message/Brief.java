package dev.switchboard.core.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Plan;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a message comes with when it is a task: more for the model to know, and how it is to be run. Kept with the
 * message, so that a run that begins again after a restart is the same run.
 *
 * @param run named when the task is accepted, so that its sender can speak of it at once
 * @param said the conversation so far as the sender tells it; if it tells one, it stands for the session's own
 * @param system what the sender adds to what the agent is told of itself
 * @param context what the model is told right before the goal
 * @param plan what the run's plan is at its beginning
 * @param mode how much may be done without asking; looser than the agent's own only if {@code mayLoosen}
 * @param maxTokens what the model may write in the whole run
 * @param timeout from acceptance to the end
 * @param agent who is to do it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Brief(
        RunId run,

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "role")
        @JsonSubTypes({
            @JsonSubTypes.Type(value = ModelMessage.User.class, name = "user"),
            @JsonSubTypes.Type(value = ModelMessage.Assistant.class, name = "assistant"),
            @JsonSubTypes.Type(value = ModelMessage.ToolResult.class, name = "tool")
        })
        List<ModelMessage> said,

        @Nullable String system,
        @Nullable String context,
        @Nullable Plan plan,
        @Nullable ApprovalMode mode,
        boolean mayLoosen,
        @Nullable Long maxTokens,
        @Nullable Duration timeout,
        @Nullable String agent) {

    public Brief {
        said = List.copyOf(said);
    }

    /** A task that is its goal and nothing else. */
    public static Brief plain(RunId run) {
        return new Brief(run, List.of(), null, null, null, null, false, null, null, null);
    }

    /** The mode that counts for an agent with this one. */
    public ApprovalMode mode(ApprovalMode agents) {
        if (mode == null) {
            return agents;
        }
        return mayLoosen ? mode : agents.strictest(mode);
    }
}
