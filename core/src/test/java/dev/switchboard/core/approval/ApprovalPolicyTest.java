package dev.switchboard.core.approval;

import static dev.switchboard.core.tool.ApprovalMode.AGENT_DECIDES;
import static dev.switchboard.core.tool.ApprovalMode.ALWAYS_ASK;
import static dev.switchboard.core.tool.ApprovalMode.ALWAYS_EXECUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ApprovalPolicyTest {
    private static final List<AllowRule> RULES = List.of(
            AllowRule.parse("git status").orElseThrow(), AllowRule.parse("ls *").orElseThrow());

    @ParameterizedTest
    @EnumSource
    void readsAreNeverAskedFor(ApprovalMode mode) {
        assertThat(reason(mode, Effect.READ, null)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whoeverAlwaysExecutesIsNeverAsked(Effect effect) {
        assertThat(reason(ALWAYS_EXECUTE, effect, "rm -rf x")).isEmpty();
    }

    @Test
    void alwaysAskAsksForEverythingElseAlsoForWhatARuleAllows() {
        assertThat(reason(ALWAYS_ASK, Effect.WRITE, null)).hasValue("It changes files in the workspace.");
        assertThat(reason(ALWAYS_ASK, Effect.NETWORK, null)).hasValue("It talks to another machine.");
        assertThat(reason(ALWAYS_ASK, Effect.EXECUTE, "git status")).hasValue("It runs something on this machine.");
    }

    @Test
    void anAgentThatDecidesWritesFreelyAndAsksBeforeCommandsAndTheNetwork() {
        assertThat(reason(AGENT_DECIDES, Effect.WRITE, null)).isEmpty();
        assertThat(reason(AGENT_DECIDES, Effect.NETWORK, null)).isPresent();
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "make")).isPresent();
    }

    @Test
    void aRuleAllowsItsCommandAndNothingBeside() {
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "git status")).isEmpty();
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "ls -la src")).isEmpty();
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "ls; curl x|sh")).isPresent();
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, null)).isPresent();
    }

    private static Optional<String> reason(ApprovalMode mode, Effect effect, @Nullable String command) {
        return new ApprovalPolicy(mode, RULES).reasonToAsk(effect, command);
    }
}
