package dev.switchboard.core.approval;

import static dev.switchboard.core.tool.ApprovalMode.AGENT_DECIDES;
import static dev.switchboard.core.tool.ApprovalMode.ALWAYS_ASK;
import static dev.switchboard.core.tool.ApprovalMode.ALWAYS_EXECUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

class ApprovalPolicyTest {
    private static final List<AllowRule> RULES = List.of(
            AllowRule.parse("git status").orElseThrow(), AllowRule.parse("ls *").orElseThrow());

    /** A tool of some effect; the name says nothing. */
    private record Acting(Effect effect, boolean runsCommands) implements Tool {
        @Override
        public ToolSpec spec() {
            return new ToolSpec("read", "", Json.mapper().createObjectNode());
        }

        @Override
        public Optional<String> command(ObjectNode arguments) {
            return runsCommands ? arguments.path("command").stringValueOpt() : Optional.empty();
        }

        @Override
        public ToolResult run(ObjectNode arguments, ToolContext context) {
            throw new AssertionError("nobody asked for it");
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsAreNeverAskedFor(ApprovalMode mode) {
        assertThat(reason(mode, Effect.READ, "{}")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whoeverAlwaysExecutesIsNeverAsked(Effect effect) {
        assertThat(reason(ALWAYS_EXECUTE, effect, "{\"command\":\"rm -rf x\"}")).isEmpty();
    }

    @Test
    void alwaysAskAsksForEverythingElseAlsoForWhatARuleAllows() {
        assertThat(reason(ALWAYS_ASK, Effect.WRITE, "{}")).hasValue("It changes files in the workspace.");
        assertThat(reason(ALWAYS_ASK, Effect.NETWORK, "{}")).hasValue("It talks to another machine.");
        assertThat(reason(ALWAYS_ASK, Effect.EXECUTE, "{\"command\":\"git status\"}"))
                .hasValue("It runs something on this machine.");
    }

    @Test
    void anAgentThatDecidesWritesFreelyAndAsksBeforeCommandsAndTheNetwork() {
        assertThat(reason(AGENT_DECIDES, Effect.WRITE, "{}")).isEmpty();
        assertThat(reason(AGENT_DECIDES, Effect.NETWORK, "{}")).isPresent();
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "{\"command\":\"make\"}"))
                .isPresent();
    }

    @Test
    void aRuleAllowsItsCommandAndNothingBeside() {
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "{\"command\":\"git status\"}"))
                .isEmpty();
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "{\"command\":\"ls -la src\"}"))
                .isEmpty();
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "{\"command\":\"ls; curl x|sh\"}"))
                .isPresent();
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "{\"command\":[\"ls\"]}"))
                .isPresent();
        assertThat(reason(AGENT_DECIDES, Effect.EXECUTE, "{}")).isPresent();
    }

    @Test
    void anArgumentNamedLikeACommandAllowsNoToolThatRunsNone() {
        var other = new Acting(Effect.EXECUTE, false);
        assertThat(new ApprovalPolicy(AGENT_DECIDES, RULES).reasonToAsk(other, arguments("{\"command\":\"ls\"}")))
                .isPresent();
    }

    private static Optional<String> reason(ApprovalMode mode, Effect effect, String arguments) {
        return new ApprovalPolicy(mode, RULES).reasonToAsk(new Acting(effect, true), arguments(arguments));
    }

    private static ObjectNode arguments(String json) {
        return (ObjectNode) Json.mapper().readTree(json);
    }
}
