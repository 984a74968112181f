package dev.switchboard.core.money;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.journal.RunRecord;
import dev.switchboard.core.ledger.RunEvent.Tokens;
import dev.switchboard.core.model.ModelReply;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.Locale;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a run uses up, and the limits it meets. Money is reserved before the model is asked, so that two runs cannot
 * spend the same dollar; what was reserved when the gateway died counts as spent.
 *
 * <p>Thread: the run's.
 */
public final class Spending {
    /** What a model is expected to write at most when nobody said. */
    private static final int EXPECTED_OUTPUT = 4_096;

    private final String agent;
    private final @Nullable Price price;
    private final @Nullable Budget budget;
    private final RunLimits limits;
    private final @Nullable Long maxWritten;
    private final SpendingStore store;
    private final Clock clock;
    private int steps;
    private boolean told;
    private long promptTokens;
    private long completionTokens;
    private long costMicros;
    private long reserved;
    private String period = "";

    /**
     * @param agent whose money it is, by name
     * @param price what a token costs, null if nobody knows
     * @param budget what the agent may spend, null for no limit
     * @param maxWritten tokens the model may write in the whole run, null for no limit
     */
    public Spending(
            String agent,
            @Nullable Price price,
            @Nullable Budget budget,
            RunLimits limits,
            @Nullable Long maxWritten,
            SpendingStore store,
            Clock clock) {
        this.agent = agent;
        this.price = price;
        this.budget = budget;
        this.limits = limits;
        this.maxWritten = maxWritten;
        this.store = store;
        this.clock = clock;
    }

    /** What was used before a restart. */
    public void resume(RunRecord record) {
        for (var step : record.steps()) {
            count(step.usage(), step.costMicros());
        }
    }

    /** @throws SwitchboardException if the run may not ask its model again */
    public void reserve(IntSupplier promptEstimate) {
        if (steps >= limits.maxSteps()) {
            throw new SwitchboardException(
                    ErrorCode.STEP_LIMIT,
                    "This took more than the %d steps a run may have, so it was ended. Say \"go on\" to continue."
                            .formatted(limits.maxSteps()));
        }
        var maxTokens = limits.maxTokens();
        if (maxTokens != null && promptTokens + completionTokens >= maxTokens) {
            throw new SwitchboardException(
                    ErrorCode.TOKEN_LIMIT,
                    "This used up the %,d tokens a run may have, so it was ended.".formatted(maxTokens));
        }
        if (maxWritten != null && completionTokens >= maxWritten) {
            throw wroteTooMuch(maxWritten);
        }
        reserveMoney(promptEstimate);
    }

    /** How many tokens the model may write now, null if nobody has said. */
    public @Nullable Integer mayWrite() {
        return maxWritten == null ? null : Math.clamp(maxWritten - completionTokens, 1, Integer.MAX_VALUE);
    }

    /** @throws SwitchboardException if the reply was cut off by what the run may write */
    public void checkWhole(ModelReply reply) {
        if (maxWritten != null && reply.finish() == ModelReply.Finish.LENGTH) {
            throw wroteTooMuch(maxWritten);
        }
    }

    private static SwitchboardException wroteTooMuch(long maxWritten) {
        return new SwitchboardException(
                ErrorCode.TOKEN_LIMIT,
                "The model wrote the %,d tokens this task may have, so it was ended.".formatted(maxWritten));
    }

    private void reserveMoney(IntSupplier promptEstimate) {
        var maxCost = limits.maxCostMicros();
        if (price == null || (maxCost == null && budget == null)) {
            return;
        }
        long estimate = price.microsFor(promptEstimate.getAsInt(), EXPECTED_OUTPUT);
        if (maxCost != null && costMicros + estimate > maxCost) {
            throw new SwitchboardException(
                    ErrorCode.BUDGET_EXCEEDED,
                    "This run may cost %s and the next step could pass that, so it was ended."
                            .formatted(dollars(maxCost)));
        }
        if (budget == null) {
            return;
        }
        period = budget.period().of(clock.instant());
        if (!store.reserve(agent, period, estimate, budget.limitMicros())) {
            throw new SwitchboardException(
                    ErrorCode.BUDGET_EXCEEDED,
                    "The budget of %s a %s is used up: %s are spent or reserved. It begins anew with the next %s (UTC)."
                            .formatted(
                                    dollars(budget.limitMicros()),
                                    budget.period().wireName(),
                                    dollars(store.spent(agent, period)),
                                    budget.period().wireName()));
        }
        reserved = estimate;
    }

    /** The model has answered. What a vendor does not say is taken as it was reserved. Returns the cost, if known. */
    public @Nullable Long settle(ModelReply reply) {
        var usage = reply.usage();
        Long cost = null;
        if (price != null) {
            cost = usage == null ? reserved : price.microsFor(usage.promptTokens(), usage.completionTokens());
            release(cost);
        }
        count(usage, cost == null ? 0 : cost);
        return cost;
    }

    /** A call that failed before it began to answer costs nothing. */
    public void giveBack() {
        release(0);
    }

    private void release(long cost) {
        if (reserved > 0 && cost != reserved) {
            store.settle(agent, period, cost - reserved);
        }
        reserved = 0;
    }

    private void count(ModelReply.@Nullable Usage usage, long cost) {
        steps++;
        costMicros += cost;
        if (usage != null) {
            told = true;
            promptTokens += usage.promptTokens();
            completionTokens += usage.completionTokens();
        }
    }

    public int steps() {
        return steps;
    }

    public @Nullable Tokens tokens() {
        return told ? new Tokens(promptTokens, completionTokens) : null;
    }

    public @Nullable Long costMicros() {
        return price == null ? null : costMicros;
    }

    private static String dollars(long micros) {
        return String.format(Locale.ROOT, "$%.2f", BigDecimal.valueOf(micros, 6));
    }
}
