package dev.switchboard.app.gateway;

import dev.switchboard.app.command.Version;
import dev.switchboard.app.config.AgentConfig;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.McpServerConfig;
import dev.switchboard.app.config.SearchConfig;
import dev.switchboard.app.config.Secret;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.UpdatePlan;
import dev.switchboard.providers.mcp.McpServerSettings;
import dev.switchboard.providers.mcp.McpServers;
import dev.switchboard.providers.mcp.McpTimeLimits;
import dev.switchboard.terminals.PtyTerminals;
import dev.switchboard.terminals.TerminalTools;
import dev.switchboard.tools.exec.ExecTool;
import dev.switchboard.tools.files.FileTools;
import dev.switchboard.tools.web.SearchSettings;
import dev.switchboard.tools.web.WebFetch;
import dev.switchboard.tools.web.WebSearch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tools of the agents: our own, and those of the configured servers as they come and go.
 *
 * <p>Thread: any.
 */
final class AgentTools implements AutoCloseable {
    private final List<Tool> own;
    private final McpServers servers;

    /**
     * @param given the environment of what tools start, without our keys
     * @param outputs the folder for what commands write while they run
     * @param toolOutput what the results of calls may take of the memory together
     * @param masking for what servers complain of in the log
     */
    AgentTools(
            Config config,
            Map<String, String> given,
            Path outputs,
            Total toolOutput,
            Masking masking,
            PtyTerminals terminals) {
        var tools = new ArrayList<Tool>(FileTools.all());
        tools.add(new ExecTool(given, outputs));
        tools.add(new WebFetch());
        tools.add(new WebSearch(search(config.search()), WebSearch.PATIENCE));
        tools.addAll(TerminalTools.all(terminals));
        tools.add(new UpdatePlan());
        this.own = List.copyOf(tools);
        this.servers = new McpServers(
                config.mcp().servers().entrySet().stream()
                        .map(entry -> server(entry.getKey(), entry.getValue()))
                        .toList(),
                given,
                own.stream().map(tool -> tool.spec().name()).collect(Collectors.toSet()),
                Version.current(),
                toolOutput,
                masking);
    }

    void start() {
        servers.start();
    }

    /** What this agent has at any moment; the same list for as long as nothing changes. */
    Supplier<List<Tool>> of(AgentConfig agent) {
        return new Current(agent.tools());
    }

    private final class Current implements Supplier<List<Tool>> {
        private final @Nullable List<String> allowed;
        private volatile Lists lists = new Lists(List.of(), List.of());

        /** @param theirs what {@code all} was made of */
        private record Lists(List<Tool> theirs, List<Tool> all) {}

        Current(@Nullable List<String> allowed) {
            this.allowed = allowed;
        }

        @Override
        public List<Tool> get() {
            var theirs = servers.tools();
            var known = lists;
            if (known.all().isEmpty() || known.theirs() != theirs) {
                var all = new ArrayList<>(own);
                all.addAll(theirs);
                all.removeIf(
                        tool -> allowed != null && !allowed.contains(tool.spec().name()));
                known = new Lists(theirs, List.copyOf(all));
                lists = known;
            }
            return known.all();
        }
    }

    private static @Nullable SearchSettings search(@Nullable SearchConfig search) {
        return search == null
                ? null
                : new SearchSettings(
                        search.engine().wireName(),
                        search.baseUrl() == null ? null : search.baseUrl().toString(),
                        search.apiKey() == null ? null : search.apiKey().value());
    }

    private static McpServerSettings server(String name, McpServerConfig server) {
        var command = server.command();
        var url = server.url();
        var limits = new McpTimeLimits(McpTimeLimits.DEFAULT.initialize(), server.timeout());
        var effects = server.effects() == null ? Map.<String, Effect>of() : server.effects();
        McpServerSettings.Transport transport;
        if (command != null) {
            transport = new McpServerSettings.Stdio(command, open(server.env()), null);
        } else if (url != null) {
            transport = new McpServerSettings.Http(url, open(server.headers()));
        } else {
            throw new IllegalStateException("the configuration let a server pass that is nowhere");
        }
        return new McpServerSettings(name, transport, effects, limits);
    }

    private static Map<String, String> open(@Nullable Map<String, Secret> secrets) {
        var values = new LinkedHashMap<String, String>();
        if (secrets != null) {
            secrets.forEach((name, secret) -> values.put(name, secret.value()));
        }
        return values;
    }

    @Override
    public void close() {
        servers.close();
    }
}
