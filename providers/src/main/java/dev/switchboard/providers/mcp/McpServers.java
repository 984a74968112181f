package dev.switchboard.providers.mcp;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All MCP servers of a gateway. Nothing waits for them and nothing fails because of them: their tools appear when they have
 * answered.
 *
 * <p>Thread: any.
 */
public final class McpServers implements AutoCloseable {
    private final List<McpServer> servers;
    private final Set<String> taken;
    private volatile Known known = new Known(List.of(), List.of());

    /**
     * @param environment all that a server's process gets: it should hold no keys of ours
     * @param taken names that tools of ours have
     * @param version of the gateway, as servers are told
     * @param toolOutput what the results of all calls may hold in memory
     * @param masking takes our keys out of what servers complain about
     */
    public McpServers(
            List<McpServerSettings> settings,
            Map<String, String> environment,
            Set<String> taken,
            String version,
            Total toolOutput,
            Masking masking) {
        this(settings, environment, taken, version, toolOutput, masking, McpServer.Pauses.DEFAULT);
    }

    McpServers(
            List<McpServerSettings> settings,
            Map<String, String> environment,
            Set<String> taken,
            String version,
            Total toolOutput,
            Masking masking,
            McpServer.Pauses pauses) {
        Map<String, String> given = Map.copyOf(environment);
        this.servers = settings.stream()
                .map(one -> new McpServer(one, given, version, toolOutput, masking, pauses))
                .toList();
        this.taken = Set.copyOf(taken);
    }

    /** Returns at once. */
    public void start() {
        servers.forEach(McpServer::start);
    }

    /** Those known now; the same list for as long as no server lists others. */
    public List<Tool> tools() {
        var listed = servers.stream().map(McpServer::tools).toList();
        var made = known;
        if (!made.isOf(listed)) {
            made = new Known(listed, make());
            known = made;
        }
        return made.tools();
    }

    /** @param listed what each server had listed when the tools were made */
    private record Known(List<List<RemoteTool>> listed, List<Tool> tools) {
        /** Compares by identity: a server that lists anew makes a new list. */
        boolean isOf(List<List<RemoteTool>> now) {
            for (int i = 0; i < now.size(); i++) {
                if (listed.size() <= i || listed.get(i) != now.get(i)) {
                    return false;
                }
            }
            return true;
        }
    }

    private List<Tool> make() {
        var names = new ToolNames(taken);
        var tools = new ArrayList<Tool>();
        for (McpServer server : servers) {
            for (RemoteTool tool : server.tools()) {
                tools.add(new McpTool(server, tool, names.name(server.name(), tool.name())));
            }
        }
        return List.copyOf(tools);
    }

    /** Ends all servers, side by side: each may take seconds. */
    @Override
    public void close() {
        List<Thread> closing = servers.stream()
                .map(server -> Thread.ofVirtual().start(server::close))
                .toList();
        for (Thread one : closing) {
            try {
                one.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
