package dev.switchboard.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.ConfigSecrets;
import dev.switchboard.app.config.SearchConfig;
import dev.switchboard.app.config.Secret;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolEnvironmentTest {
    @Test
    void commandsSeeTheEnvironmentWithoutOurKeysWhateverTheVariableIsCalled() {
        var usual = Config.DEFAULT;
        var config = new Config(
                usual.server(),
                usual.channels(),
                usual.agents(),
                usual.mcp(),
                new SearchConfig(SearchConfig.Engine.BRAVE, null, new Secret("brave-key-123")));

        var left = ToolEnvironment.of(
                Map.of(
                        "PATH", "/usr/bin",
                        "HOME", "/home/anna",
                        "GITHUB_TOKEN", "ghp_theirs",
                        "OPENAI_API_KEY", "sk-1",
                        "ANTHROPIC_API_KEY", "sk-2",
                        "SWITCHBOARD_DEVICE_TOKEN", "dev",
                        "SWITCHBOARD_CALL", "the mark of a command that a gateway was started from",
                        "MY_SEARCH", "key=brave-key-123"),
                ConfigSecrets.in(config));

        assertThat(left).containsOnlyKeys("PATH", "HOME", "GITHUB_TOKEN");
    }

    @Test
    void aShortSecretIsNotFoundInAPathByChance() {
        var usual = Config.DEFAULT;
        var config = new Config(
                usual.server(),
                usual.channels(),
                usual.agents(),
                usual.mcp(),
                new SearchConfig(SearchConfig.Engine.BRAVE, null, new Secret("usr")));

        assertThat(ToolEnvironment.of(Map.of("PATH", "/usr/bin", "KEY", "usr"), ConfigSecrets.in(config)))
                .containsOnlyKeys("PATH");
    }
}
