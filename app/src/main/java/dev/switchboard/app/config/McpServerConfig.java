package dev.switchboard.app.config;

import dev.switchboard.core.tool.Effect;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One MCP server: a program that is started, or an address that is asked.
 *
 * @param command the program and its arguments
 * @param env what the program finds in its environment beside the usual; secrets, since keys are what people put there
 * @param headers what is sent along with every request to {@code url}; secrets likewise
 * @param timeoutSeconds how long one call may take
 * @param effects what its tools do to the world, by the tool's name; what the server says of them does not
 *     count, and a tool that is not here is asked for like a command
 */
public record McpServerConfig(
        @Nullable List<String> command,
        @Nullable URI url,
        @Nullable Map<String, Secret> env,
        @Nullable Map<String, Secret> headers,
        @Nullable Integer timeoutSeconds,
        @Nullable Map<String, Effect> effects) {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    public McpServerConfig {
        command = command == null ? null : List.copyOf(command);
        env = env == null ? null : inOrder(env);
        headers = headers == null ? null : inOrder(headers);
        effects = effects == null ? null : inOrder(effects);

        var mistakes = new Mistakes();
        mistakes.require(
                (command == null) != (url == null),
                "",
                "needs either command, to start a program, or url, to ask a server");
        if (command != null) {
            mistakes.require(
                    !command.isEmpty() && !command.getFirst().isBlank(),
                    "command",
                    "must name a program — write it like [\"npx\", \"-y\", \"some-server\"]");
        }
        if (url != null) {
            mistakes.require(
                    Urls.isWeb(url),
                    "url",
                    "\"%s\" is not a plain web address — write it like https://mcp.example/mcp, keys go into headers"
                            .formatted(url));
        }
        checkEnv(env, command, mistakes);
        checkHeaders(headers, url, mistakes);
        if (timeoutSeconds != null) {
            mistakes.between(1, 3_600, "timeoutSeconds", timeoutSeconds);
        }
        if (effects != null) {
            for (String tool : effects.keySet()) {
                mistakes.require(Names.isTool(tool), "effects." + tool, "cannot be a tool's name — " + Names.TOOL_RULE);
            }
        }
        mistakes.raise();
    }

    public Duration timeout() {
        return timeoutSeconds == null ? TIMEOUT : Duration.ofSeconds(timeoutSeconds);
    }

    private static <V> Map<String, V> inOrder(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    private static void checkEnv(@Nullable Map<String, Secret> env, @Nullable List<String> command, Mistakes mistakes) {
        if (env == null) {
            return;
        }
        mistakes.require(command != null, "env", "is for a program — a server at a url is told by headers");
        for (String name : env.keySet()) {
            mistakes.require(
                    VARIABLE.matcher(name).matches(),
                    "env." + name,
                    "cannot be a variable's name — use letters, digits and \"_\"");
        }
    }

    private static void checkHeaders(@Nullable Map<String, Secret> headers, @Nullable URI url, Mistakes mistakes) {
        if (headers == null) {
            return;
        }
        mistakes.require(url != null, "headers", "are for a url — a program is told by env");
        headers.forEach((name, value) -> mistakes.require(
                        HEADER.matcher(name).matches(),
                        "headers." + name,
                        "cannot be a header's name — use letters, digits and \"-\"")
                .require(
                        value.value().chars().allMatch(c -> c >= 0x20 && c < 0x7f),
                        "headers." + name,
                        "has a character that no header has — was it copied whole?"));
    }
}
