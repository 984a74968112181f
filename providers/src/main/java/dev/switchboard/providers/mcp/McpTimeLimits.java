package dev.switchboard.providers.mcp;

import java.time.Duration;

/**
 * How long a server may take.
 *
 * @param initialize to start, to say what it is and to list its tools, each
 * @param call of a tool
 */
public record McpTimeLimits(Duration initialize, Duration call) {
    public static final McpTimeLimits DEFAULT = new McpTimeLimits(Duration.ofSeconds(30), Duration.ofSeconds(120));

    public McpTimeLimits {
        if (!initialize.isPositive() || !call.isPositive()) {
            throw new IllegalArgumentException("time limits of an MCP server must be positive");
        }
    }
}
