package dev.switchboard.providers.mcp;

import dev.switchboard.core.tool.Effect;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One server, as the operator has configured it.
 *
 * @param name stands before the names of its tools
 * @param effects what a tool does to the world, by the name the server gives it; nothing the server says of it
 *     counts
 */
public record McpServerSettings(String name, Transport transport, Map<String, Effect> effects, McpTimeLimits limits) {
    public McpServerSettings {
        if (name.isBlank()) {
            throw new IllegalArgumentException("an MCP server needs a name");
        }
        effects = Map.copyOf(effects);
    }

    public sealed interface Transport {}

    /**
     * A program that is started and talked to over its input and output.
     *
     * @param environment in addition to what every server gets
     * @param folder to start in; null for ours
     */
    public record Stdio(
            List<String> command,
            Map<String, String> environment,
            @Nullable Path folder) implements Transport {
        public Stdio {
            if (command.isEmpty() || command.getFirst().isBlank()) {
                throw new IllegalArgumentException("the command of an MCP server is empty");
            }
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }

        /** Keys are handed to servers in their environment and arguments. */
        @Override
        public String toString() {
            return "Stdio[command=%s …]".formatted(command.getFirst());
        }
    }

    /** @param headers of every request, such as {@code Authorization} */
    public record Http(URI url, Map<String, String> headers) implements Transport {
        public Http {
            if (url.getHost() == null || !("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                throw new IllegalArgumentException(
                        "the url of an MCP server is no address: write http://… or https://…");
            }
            headers = Map.copyOf(headers);
            headers.forEach((header, value) -> {
                // What cannot be a header would come back, in full, in the HTTP client's own complaint.
                if (!header.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
                        || !value.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
                    throw new IllegalArgumentException(
                            "the header %s of an MCP server cannot be sent".formatted(header));
                }
            });
        }

        public static Http withToken(URI url, String token) {
            return new Http(url, Map.of("Authorization", "Bearer " + token));
        }

        @Override
        public String toString() {
            return "Http[%s://%s]".formatted(url.getScheme(), url.getHost());
        }
    }
}
