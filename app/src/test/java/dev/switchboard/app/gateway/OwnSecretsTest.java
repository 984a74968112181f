package dev.switchboard.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.ConfigLoader;
import dev.switchboard.app.config.Overrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnSecretsTest {
    @TempDir
    Path folder;

    @Test
    void theVendorsKeysInTheEnvironmentAreOurs() {
        var environment = Map.of(
                "ANTHROPIC_API_KEY", "sk-ant-123456", "OPENAI_API_KEY", " sk-oai-123456\n", "GITHUB_TOKEN", "theirs");
        assertThat(OwnSecrets.of(Config.DEFAULT, Map.of(), environment))
                .containsExactlyInAnyOrder("sk-ant-123456", "sk-oai-123456");
    }

    @Test
    void whatAVariablePutsIntoASecretIsOneByItself() throws IOException {
        assertThat(secrets("""
            { "mcp": { "servers": { "remote": { "url": "https://mcp.example",
                                                "headers": { "X-Auth": "anna:${T}", "X-More": "Bearer written" } } } } }
            """)).contains("anna:t-12345678", "t-12345678", "Bearer written", "written");
    }

    @Test
    void whatEverybodyKnowsIsNot() throws IOException {
        assertThat(secrets("""
            { "agents": { "default": { "model": "offline", "system": "You serve ${NICKNAME}." } },
              "mcp": { "servers": { "files": { "command": ["files"], "env": { "AT": "${HOME}/data" } } } } }
            """)).containsExactly("/home/anna/data");
    }

    @Test
    void aPlainWordIsOneOnlyIfItIsCalledAKey() throws IOException {
        assertThat(secrets("""
            { "mcp": { "servers": { "files": { "command": ["files"],
                                               "env": { "NODE_ENV": "production", "FILES_PASSWORD": "swordfish" } } } } }
            """)).containsExactly("swordfish");
    }

    @Test
    void aVariableThatIsCalledAKeyIsOneWhereverItIsPut() throws IOException {
        assertThat(secrets("""
            { "mcp": { "servers": { "files": { "command": ["files", "--key", "${FILES_KEY}"] } } } }
            """)).containsExactly("f-12345678");
    }

    @Test
    void commandsAreNotGivenAKeyThatIsAPartOfOurs() throws IOException {
        var secrets = secrets("""
            { "mcp": { "servers": { "remote": { "url": "https://mcp.example", "headers": { "X-Auth": "anna:${T}" } } } } }
            """);
        assertThat(ToolEnvironment.of(variables(), secrets))
                .doesNotContainKey("T")
                .containsKey("HOME");
    }

    private Set<String> secrets(String json) throws IOException {
        var file = Files.writeString(folder.resolve("config.json"), json);
        var loaded = new ConfigLoader(variables()).load(file, folder, new Overrides(null, null));
        return OwnSecrets.of(loaded.config(), loaded.variables(), Map.of());
    }

    private static Map<String, String> variables() {
        return Map.of("T", "t-12345678", "FILES_KEY", "f-12345678", "HOME", "/home/anna", "NICKNAME", "everybody");
    }
}
