package dev.switchboard.providers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class McpServerSettingsTest {
    @Test
    void whatIsPrintedHoldsNoKeys() {
        var stdio = new McpServerSettings.Stdio(List.of("npx", "--key=secret"), Map.of("KEY", "secret"), null);
        var http = new McpServerSettings.Http(URI.create("https://a.example/secret"), Map.of("X-Key", "secret"));
        for (var transport : List.of(stdio, http)) {
            assertThat(new McpServerSettings("one", transport, Map.of(), McpTimeLimits.DEFAULT).toString())
                    .doesNotContain("secret");
        }
    }

    @Test
    void whatCannotWorkIsRefused() {
        URI url = URI.create("https://a.example/mcp");
        assertThatThrownBy(() -> new McpServerSettings.Stdio(List.of(), Map.of(), null))
                .hasMessageContaining("command of an MCP server is empty");
        assertThatThrownBy(() -> new McpServerSettings.Http(URI.create("ftp://a.example/"), Map.of()))
                .hasMessageContaining("write http://… or https://…");
        assertThatThrownBy(() -> McpServerSettings.Http.withToken(url, "secret\n"))
                .hasMessageContaining("Authorization")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> new McpServerSettings.Http(url, Map.of("a b", "c")))
                .hasMessageContaining("cannot be sent");
    }
}
