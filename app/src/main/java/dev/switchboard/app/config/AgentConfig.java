package dev.switchboard.app.config;

import dev.switchboard.cli.option.UserPaths;
import dev.switchboard.core.money.Budget;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.json.text.NearestWord;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who answers, what it may do, and how far it may go.
 *
 * @param model {@code provider/name} or {@code offline}; without one the environment decides
 * @param baseUrl where the provider is reached, if not at its usual address
 * @param system what the model is told before any conversation
 * @param contextTokens how much the model can read, where the provider does not say
 * @param workspace the folder its tools work in; {@link Workspaces} keeps it apart from the data folder
 * @param approval when a person is asked before a tool runs
 * @param allow commands that need no question, see {@link AllowRules}
 * @param maxSteps model calls a run may make
 * @param maxTokens tokens a run may use, read and written together; null for no limit
 * @param budgetUsd what it may spend in a {@code budgetPeriod}; null for no limit
 * @param price what its model costs, where {@link AgentPrices} does not know better
 * @param tools the only tools it has, by name; null for all there are
 */
public record AgentConfig(
        @Nullable String model,
        @Nullable URI baseUrl,
        @Nullable Secret apiKey,
        @Nullable String system,
        @Nullable Integer contextTokens,
        Path workspace,
        ApprovalMode approval,
        List<String> allow,
        int approvalTimeoutSeconds,
        int maxSteps,
        @Nullable Integer maxTokens,
        int maxRunSeconds,
        @Nullable BigDecimal budgetUsd,
        Budget.Period budgetPeriod,
        @Nullable PriceConfig price,
        @Nullable List<String> tools) {

    public static final String OFFLINE = "offline";
    public static final List<String> PROVIDERS = List.of("openai", "anthropic", "ollama", "gemini");
    public static final AgentConfig DEFAULT = new AgentConfig(
            null,
            null,
            null,
            null,
            null,
            UserPaths.expand("~/switchboard"),
            ApprovalMode.AGENT_DECIDES,
            List.of(),
            300,
            50,
            null,
            3_600,
            null,
            Budget.Period.DAY,
            null,
            null);

    private static final int MAX_BUDGET = 1_000_000;

    public AgentConfig {
        allow = List.copyOf(allow);
        tools = tools == null ? null : List.copyOf(tools);

        var mistakes = new Mistakes();
        if (model != null && !model.equals(OFFLINE)) {
            checkModel(model, mistakes);
        }
        if (baseUrl != null) {
            mistakes.require(
                    Urls.isWeb(baseUrl),
                    "baseUrl",
                    "\"%s\" is not a web address — write it like http://127.0.0.1:11434".formatted(baseUrl));
        }
        if (contextTokens != null) {
            mistakes.between(1_000, 10_000_000, "contextTokens", contextTokens);
        }
        AllowRules.check(allow, mistakes);
        mistakes.between(5, 86_400, "approvalTimeoutSeconds", approvalTimeoutSeconds)
                .between(1, 1_000, "maxSteps", maxSteps)
                .between(1, 604_800, "maxRunSeconds", maxRunSeconds);
        if (maxTokens != null) {
            mistakes.between(1, 1_000_000_000, "maxTokens", maxTokens);
        }
        if (budgetUsd != null) {
            mistakes.require(
                    budgetUsd.signum() > 0 && budgetUsd.compareTo(BigDecimal.valueOf(MAX_BUDGET)) <= 0,
                    "budgetUsd",
                    "must be more than 0 and at most %s, was %s — leave it out for no limit"
                            .formatted(MAX_BUDGET, budgetUsd));
        }
        if (tools != null) {
            checkTools(tools, mistakes);
        }
        mistakes.raise();
    }

    public Duration approvalTimeout() {
        return Duration.ofSeconds(approvalTimeoutSeconds);
    }

    public Duration maxRun() {
        return Duration.ofSeconds(maxRunSeconds);
    }

    private static void checkModel(String model, Mistakes mistakes) {
        int slash = model.indexOf('/');
        if (slash < 0 || slash == model.length() - 1) {
            mistakes.add(
                    "model",
                    "\"%s\" is not a model — write provider/name, like openai/gpt-5-mini, or offline".formatted(model));
            return;
        }
        String provider = model.substring(0, slash);
        mistakes.require(
                PROVIDERS.contains(provider),
                "model",
                "unknown provider \"%s\" — %s".formatted(provider, NearestWord.hint(provider, PROVIDERS)));
    }

    /** Only their form: which tools an MCP server has is not known before it is asked. */
    private static void checkTools(List<String> tools, Mistakes mistakes) {
        for (int i = 0; i < tools.size(); i++) {
            mistakes.require(
                    Names.isTool(tools.get(i)),
                    "tools[%d]".formatted(i),
                    "\"%s\" cannot be a tool's name — %s".formatted(tools.get(i), Names.TOOL_RULE));
        }
    }
}
