package dev.switchboard.core.approval;

import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Decides by a call's effect whether somebody has to be asked: the one place below every path. */
public record ApprovalPolicy(ApprovalMode mode, List<AllowRule> allow) {
    public ApprovalPolicy {
        allow = List.copyOf(allow);
    }

    /** The same, and nothing that this mode would ask for. */
    public ApprovalPolicy noLooserThan(ApprovalMode limit) {
        return new ApprovalPolicy(mode.strictest(limit), allow);
    }

    /** Why this call needs somebody's word; empty if it may be made. */
    public Optional<String> reasonToAsk(Tool tool, ObjectNode arguments) {
        var effect = tool.effect();
        if (effect == Effect.READ || mode == ApprovalMode.ALWAYS_EXECUTE) {
            return Optional.empty();
        }
        if (mode == ApprovalMode.AGENT_DECIDES && (effect == Effect.WRITE || isAllowed(tool, arguments))) {
            return Optional.empty();
        }
        return Optional.of(
                switch (effect) {
                    case READ -> throw new IllegalStateException("reads are never asked for");
                    case WRITE -> "It changes files in the workspace.";
                    case EXECUTE -> "It runs something on this machine.";
                    case NETWORK -> "It talks to another machine.";
                });
    }

    private boolean isAllowed(Tool tool, ObjectNode arguments) {
        return tool.command(arguments)
                .filter(command -> allow.stream().anyMatch(rule -> rule.allows(command)))
                .isPresent();
    }
}
