/**
 * Tools of other programs: the client's side of the Model Context Protocol, as far as tools go.
 *
 * <p>Start at {@link dev.switchboard.providers.mcp.McpServers}. Each server has a thread that keeps it connected
 * ({@code McpServer}); a {@code Link} is one connection, over a process's pipes or over HTTP.
 */
@NullMarked
package dev.switchboard.providers.mcp;

import org.jspecify.annotations.NullMarked;
