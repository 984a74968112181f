package dev.switchboard.core.approval;

import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides by a call's effect whether somebody has to be asked: the one place below every path. */
public record ApprovalPolicy(ApprovalMode mode, List<AllowRule> allow) {
    public ApprovalPolicy {
        allow = List.copyOf(allow);
    }

    /** The same, and nothing that this mode would ask for. */
    public ApprovalPolicy noLooserThan(ApprovalMode limit) {
        return new ApprovalPolicy(mode.strictest(limit), allow);
    }

    /**
     * Why a call needs somebody's word; empty if it may be made.
     *
     * @param command the shell command it would run, if that is what it does
     */
    public Optional<String> reasonToAsk(Effect effect, @Nullable String command) {
        if (effect == Effect.READ || mode == ApprovalMode.ALWAYS_EXECUTE) {
            return Optional.empty();
        }
        if (mode == ApprovalMode.AGENT_DECIDES && (effect == Effect.WRITE || isAllowed(command))) {
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

    private boolean isAllowed(@Nullable String command) {
        return command != null && allow.stream().anyMatch(rule -> rule.allows(command));
    }
}
