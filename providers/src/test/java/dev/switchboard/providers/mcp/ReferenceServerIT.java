package dev.switchboard.providers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Contexts;
import dev.switchboard.testkit.FreePort;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The protocol's own reference server, from npm, over both transports. */
class ReferenceServerIT {
    private static final Path PROGRAM = Path.of(
                    "../.build/npm/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
            .toAbsolutePath()
            .normalize();

    @TempDir
    Path folder;

    @BeforeAll
    static void isInstalled() {
        assertThat(Files.exists(PROGRAM))
                .as("npm's MCP reference server is missing — bin/test installs it")
                .isTrue();
    }

    @Test
    void itsToolsWorkOverItsPipes() throws Exception {
        var stdio = new McpServerSettings.Stdio(List.of("node", PROGRAM.toString(), "stdio"), Map.of(), folder);
        try (var servers = start(stdio)) {
            assertToolsWork(servers);
        }
    }

    @Test
    void itsToolsWorkOverHttp() throws Exception {
        int port = FreePort.pick();
        var builder = new ProcessBuilder("node", PROGRAM.toString(), "streamableHttp")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile());
        builder.environment().put("PORT", Integer.toString(port));
        Process process = builder.start();
        try (var servers =
                start(new McpServerSettings.Http(URI.create("http://127.0.0.1:%d/mcp".formatted(port)), Map.of()))) {
            assertToolsWork(servers);
        } finally {
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void assertToolsWork(McpServers servers) throws InterruptedException {
        await().atMost(Duration.ofSeconds(60)).until(() -> !servers.tools().isEmpty());
        Tool echo = tool(servers, "everything_echo");
        assertThat(echo.effect()).isEqualTo(Effect.EXECUTE);
        assertThat(call(echo, "{\"message\":\"hällo\"}")
                        .path("raw")
                        .path(0)
                        .path("text")
                        .stringValue())
                .isEqualTo("Echo: hällo");
        assertThat(call(tool(servers, "everything_get-sum"), "{\"a\":2,\"b\":3}")
                        .toString())
                .contains("\"ok\":true", "5");
        JsonNode weather = call(tool(servers, "everything_get-structured-content"), "{\"location\":\"Chicago\"}");
        assertThat(weather.path("raw").path("temperature").isNumber())
                .as(weather.toString())
                .isTrue();
        JsonNode wrong = call(echo, "{\"message\":5}");
        assertThat(wrong.path("ok").booleanValue()).isFalse();
        assertThat(wrong.path("error").stringValue()).contains("message");
    }

    private static McpServers start(McpServerSettings.Transport transport) {
        var servers = new McpServers(
                List.of(new McpServerSettings("everything", transport, Map.of(), McpTimeLimits.DEFAULT)),
                Map.of("PATH", System.getenv("PATH")),
                Set.of(),
                "1.0",
                new Total("tool output", 64 * 1024 * 1024),
                Masking.NONE);
        servers.start();
        return servers;
    }

    private static Tool tool(McpServers servers, String name) {
        return servers.tools().stream()
                .filter(tool -> tool.spec().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no tool " + name));
    }

    private static JsonNode call(Tool tool, String arguments) throws InterruptedException {
        return tool.run((ObjectNode) Json.mapper().readTree(arguments), Contexts.none())
                .json();
    }
}
