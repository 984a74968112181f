package dev.switchboard.core.run;

import dev.switchboard.core.approval.AllowRule;
import dev.switchboard.core.money.Budget;
import dev.switchboard.core.money.Price;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an agent may do.
 *
 * @param tools asked before every model call, since some come and go with their servers
 * @param approvalTimeout how long people have to answer
 * @param price what its model costs, null if nobody knows
 * @param budget null for none
 */
public record Abilities(
        Path workspace,
        Supplier<List<Tool>> tools,
        ApprovalMode approval,
        List<AllowRule> allow,
        Duration approvalTimeout,
        RunLimits limits,
        @Nullable Price price,
        @Nullable Budget budget) {
    /** Talks and does nothing else. */
    public static final Abilities NONE = new Abilities(
            Path.of(""),
            List::of,
            ApprovalMode.ALWAYS_ASK,
            List.of(),
            Duration.ofMinutes(5),
            RunLimits.DEFAULT,
            null,
            null);

    public Abilities {
        allow = List.copyOf(allow);
        if (budget != null && price == null) {
            throw new IllegalArgumentException("a budget needs a price");
        }
    }
}
