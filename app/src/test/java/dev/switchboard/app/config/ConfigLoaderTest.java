package dev.switchboard.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.money.Budget;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
    @TempDir
    Path folder;

    @Test
    void without_a_file_the_seeds_terminal_channel_and_one_agent_are_there() {
        LoadedConfig loaded = load(null);

        assertThat(loaded.file()).isNull();
        assertThat(loaded.config()).isEqualTo(Config.DEFAULT);
        assertThat(loaded.config().server().host()).isEqualTo("127.0.0.1");
        assertThat(loaded.config().server().port()).isEqualTo(18080);
        assertThat(loaded.config().channels())
                .containsExactly(Map.entry(
                        "terminal-dev",
                        new ChannelConfig(
                                true,
                                ChannelConfig.Kind.TERMINAL,
                                ChannelConfig.Mode.WEBSOCKET,
                                "local",
                                "Terminal Dev",
                                "default",
                                new ChannelSettings(30, 20_000, null, null))));
        assertThat(loaded.config().agents()).containsOnlyKeys("default");
    }

    @Test
    void the_file_in_the_data_folder_is_found_by_itself() throws IOException {
        Files.writeString(folder.resolve("config.json"), "{ \"server\": { \"port\": 1234 } }");

        LoadedConfig loaded = load(null);

        assertThat(loaded.file()).isEqualTo(folder.resolve("config.json"));
        assertThat(loaded.config().server().port()).isEqualTo(1234);
    }

    @Test
    void every_key_is_read() throws IOException {
        Files.writeString(folder.resolve("cert.pem"), "");
        Files.writeString(folder.resolve("key.pem"), "");

        Config config = read("""
            {
              // comments of both kinds, and a comma too many
              "server": {
                "host": "0.0.0.0", "port": 8443, /* the usual */
                "tls": { "cert": "cert.pem", "key": "key.pem" },
                "publicUrl": "https://gateway.example",
                "hosts": ["gateway.lan", "192.168.1.7", "fe80::1"],
                "allowedOrigins": ["https://app.example:8443"],
                "behindProxy": true,
                "scrapeToken": "scrape"
              },
              "channels": {
                "desk": {
                  "enabled": false, "kind": "webhook", "mode": "sync", "accountId": "home",
                  "displayName": "Desk", "agent": "helper",
                  "config": { "heartbeatSeconds": 5, "maxMessageChars": 100, "token": "t", "approval": "always_ask" },
                },
              },
              "agents": {
                "helper": {
                  "model": "ollama/qwen3", "baseUrl": "http://127.0.0.1:11434", "apiKey": "k",
                  "system": "Be brief.", "contextTokens": 8192,
                  "workspace": "projects/../work", "approval": "always_execute", "allow": ["git status", "ls *"],
                  "approvalTimeoutSeconds": 60, "maxSteps": 5, "maxTokens": 100000, "maxRunSeconds": 90,
                  "budgetUsd": 2.5, "budgetPeriod": "month",
                  "price": { "inputPerMillion": 0.25, "outputPerMillion": 2 }, "tools": ["read", "exec"]
                }
              },
              "mcp": {
                "servers": {
                  "files": { "command": ["npx", "files"], "env": { "FILES_KEY": "f" }, "timeoutSeconds": 9,
                             "effects": { "read_file": "read", "delete": "write" } },
                  "remote": { "url": "https://mcp.example/mcp", "headers": { "Authorization": "Bearer r" } }
                }
              },
              "search": { "engine": "searxng", "baseUrl": "http://127.0.0.1:8888", "apiKey": "s" }
            }
            """);

        assertThat(config.server())
                .isEqualTo(new ServerConfig(
                        "0.0.0.0",
                        8443,
                        new TlsConfig(folder.resolve("cert.pem"), folder.resolve("key.pem")),
                        URI.create("https://gateway.example"),
                        List.of("gateway.lan", "192.168.1.7", "fe80::1"),
                        List.of("https://app.example:8443"),
                        true,
                        new Secret("scrape")));
        assertThat(config.channels())
                .containsExactly(Map.entry(
                        "desk",
                        new ChannelConfig(
                                false,
                                ChannelConfig.Kind.WEBHOOK,
                                ChannelConfig.Mode.SYNC,
                                "home",
                                "Desk",
                                "helper",
                                new ChannelSettings(5, 100, new Secret("t"), ApprovalMode.ALWAYS_ASK))));
        assertThat(config.agents())
                .containsExactly(Map.entry(
                        "helper",
                        new AgentConfig(
                                "ollama/qwen3",
                                URI.create("http://127.0.0.1:11434"),
                                new Secret("k"),
                                "Be brief.",
                                8192,
                                folder.resolve("work"),
                                ApprovalMode.ALWAYS_EXECUTE,
                                List.of("git status", "ls *"),
                                60,
                                5,
                                100_000,
                                90,
                                new BigDecimal("2.5"),
                                Budget.Period.MONTH,
                                new PriceConfig(new BigDecimal("0.25"), new BigDecimal("2")),
                                List.of("read", "exec"))));
        assertThat(config.mcp().servers())
                .containsExactly(
                        Map.entry(
                                "files",
                                new McpServerConfig(
                                        List.of("npx", "files"),
                                        null,
                                        Map.of("FILES_KEY", new Secret("f")),
                                        null,
                                        9,
                                        Map.of("read_file", Effect.READ, "delete", Effect.WRITE))),
                        Map.entry(
                                "remote",
                                new McpServerConfig(
                                        null,
                                        URI.create("https://mcp.example/mcp"),
                                        null,
                                        Map.of("Authorization", new Secret("Bearer r")),
                                        null,
                                        null)));
        assertThat(config.search())
                .isEqualTo(new SearchConfig(
                        SearchConfig.Engine.SEARXNG, URI.create("http://127.0.0.1:8888"), new Secret("s")));
    }

    @Test
    void what_is_left_out_has_its_default() throws IOException {
        ChannelConfig desk = onlyChannel(
                read("{ \"channels\": { \"desk\": { \"kind\": \"terminal\", \"mode\": \"websocket\" } } }"));

        assertThat(desk.enabled()).isTrue();
        assertThat(desk.accountId()).isEqualTo("local");
        assertThat(desk.displayName("desk")).isEqualTo("desk");
        assertThat(desk.agent()).isEqualTo("default");
        assertThat(desk.config().heartbeat()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void an_agent_that_is_told_nothing_asks_before_it_acts_and_stops_in_the_end() {
        AgentConfig agent = AgentConfig.DEFAULT;

        assertThat(agent.workspace()).isEqualTo(Path.of(System.getProperty("user.home"), "switchboard"));
        assertThat(agent.approval()).isEqualTo(ApprovalMode.AGENT_DECIDES);
        assertThat(agent.allow()).isEmpty();
        assertThat(agent.approvalTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(agent.maxSteps()).isEqualTo(50);
        assertThat(agent.maxTokens()).isNull();
        assertThat(agent.maxRun()).isEqualTo(Duration.ofHours(1));
        assertThat(agent.budgetUsd()).isNull();
        assertThat(agent.budgetPeriod()).isEqualTo(Budget.Period.DAY);
        assertThat(agent.tools()).isNull();
    }

    @Test
    void an_mcp_server_that_is_told_nothing_has_a_minute_for_a_call() throws IOException {
        Config config = read("{ \"mcp\": { \"servers\": { \"files\": { \"command\": [\"files\"] } } } }");

        assertThat(config.mcp().servers().get("files"))
                .isNotNull()
                .extracting(McpServerConfig::timeout)
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void the_text_limit_may_be_spelled_as_in_the_protocol() throws IOException {
        Config config = read("""
            { "channels": { "desk": { "kind": "terminal", "mode": "websocket",
                                      "config": { "max_message_chars": 7 } } } }
            """);

        assertThat(onlyChannel(config).config().maxMessageChars()).isEqualTo(7);
    }

    @Test
    void an_environment_variable_may_stand_anywhere_in_a_text() throws IOException {
        Config config = read("""
            { "agents": { "default": { "apiKey": "${KEY}", "system": "You serve ${USER_NAME}, at $${HOME}." } } }
            """);

        AgentConfig agent = Objects.requireNonNull(config.agents().get("default"));
        assertThat(agent.apiKey()).isEqualTo(new Secret("sk-1$2\\3"));
        assertThat(agent.system()).isEqualTo("You serve Ada, at ${HOME}.");
    }

    @Test
    void the_command_line_overrules_the_file_before_anything_is_checked() throws IOException {
        Path file = Files.writeString(folder.resolve("config.json"), "{ \"server\": { \"host\": \"0.0.0.0\" } }");

        Config config =
                loader().load(file, folder, new Overrides("127.0.0.1", 9000)).config();

        assertThat(config.server().host()).isEqualTo("127.0.0.1");
        assertThat(config.server().port()).isEqualTo(9000);
    }

    @Test
    void the_command_line_is_checked_like_the_file() {
        assertThatThrownBy(() -> loader().load(null, folder, new Overrides("192.168.1.7", 70000)))
                .hasMessageContaining("server.host: \"192.168.1.7\" can be reached from other machines")
                .hasMessageContaining("server.port: must be between 0 and 65535, was 70000");
    }

    @Test
    void secrets_and_what_came_from_the_environment_are_masked() throws IOException {
        Path file = Files.writeString(folder.resolve("config.json"), """
            {
              "server": { "scrapeToken": "scrape-secret", "hosts": ["a.example", "${USER_NAME}"] },
              "channels": { "desk": { "kind": "terminal", "mode": "websocket", "config": { "token": "plain-secret" } } },
              "agents": { "default": { "model": "offline", "apiKey": "${KEY}", "system": "You serve ${USER_NAME}.",
                                       "workspace": "/srv/work", "budgetUsd": 5.0 } },
              "mcp": { "servers": {
                "files": { "command": ["files", "--key", "${KEY}"], "env": { "FILES_KEY": "env-secret" } },
                "remote": { "url": "https://mcp.example", "headers": { "Authorization": "Bearer header-secret" } } } },
              "search": { "engine": "brave", "apiKey": "search-secret" }
            }
            """);

        assertThat(loader().load(file, folder, Overrides.NONE).masked()).isEqualToIgnoringWhitespace("""
            {
              "server" : {
                "host" : "127.0.0.1",
                "port" : 18080,
                "hosts" : [ "a.example", "********" ],
                "allowedOrigins" : [ ],
                "behindProxy" : false,
                "scrapeToken" : "********"
              },
              "channels" : {
                "desk" : {
                  "enabled" : true,
                  "kind" : "terminal",
                  "mode" : "websocket",
                  "accountId" : "local",
                  "agent" : "default",
                  "config" : { "heartbeatSeconds" : 30, "maxMessageChars" : 20000, "token" : "********" }
                }
              },
              "agents" : { "default" : {
                "model" : "offline",
                "apiKey" : "********",
                "system" : "********",
                "workspace" : "/srv/work",
                "approval" : "agent_decides",
                "allow" : [ ],
                "approvalTimeoutSeconds" : 300,
                "maxSteps" : 50,
                "maxRunSeconds" : 3600,
                "budgetUsd" : 5.0,
                "budgetPeriod" : "day"
              } },
              "mcp" : { "servers" : {
                "files" : { "command" : [ "files", "--key", "********" ], "env" : { "FILES_KEY" : "********" } },
                "remote" : { "url" : "https://mcp.example", "headers" : { "Authorization" : "********" } }
              } },
              "search" : { "engine" : "brave", "apiKey" : "********" }
            }
            """);
    }

    @Test
    void what_is_printed_can_be_read_again() throws IOException {
        Path file = Files.writeString(folder.resolve("printed.json"), load(null).masked());

        assertThat(load(file).config()).isEqualTo(Config.DEFAULT);
    }

    @Test
    void a_secret_does_not_print_itself() {
        assertThat(new ChannelSettings(30, 20_000, new Secret("hunter2"), null).toString())
                .doesNotContain("hunter2")
                .contains("********");
    }

    private static ChannelConfig onlyChannel(Config config) {
        return config.channels().values().iterator().next();
    }

    private Config read(String text) throws IOException {
        return load(Files.writeString(folder.resolve("config.json"), text)).config();
    }

    private LoadedConfig load(@Nullable Path file) {
        return loader().load(file, folder, Overrides.NONE);
    }

    private static ConfigLoader loader() {
        return new ConfigLoader(Map.of("KEY", "sk-1$2\\3", "USER_NAME", "Ada"));
    }
}
