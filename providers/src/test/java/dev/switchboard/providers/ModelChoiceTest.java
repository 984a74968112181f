package dev.switchboard.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.providers.ScriptedServer.Scene;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ModelChoiceTest {
    private static final ModelChoice.Probe NOBODY = Optional::empty;
    private static final ModelChoice.Probe LOCAL = () -> Optional.of("llama3.2:3b");

    @Test
    void aConfiguredModelComesBeforeAllElse() throws Exception {
        var choice = new ModelChoice(Map.of("ANTHROPIC_API_KEY", "a", "GEMINI_API_KEY", "g"), LOCAL);

        assertThat(choice.choose(ModelSettings.of("gemini/gemini-2.5-flash")))
                .hasValue(ModelSettings.of("gemini/gemini-2.5-flash").at(null, "g"));
    }

    @Test
    void anAnthropicKeyComesBeforeAnOpenAiKey() throws Exception {
        var choice = new ModelChoice(Map.of("ANTHROPIC_API_KEY", "a", "OPENAI_API_KEY", "o"), LOCAL);

        assertThat(choice.choose(null))
                .hasValue(ModelSettings.of(ModelChoice.ANTHROPIC_DEFAULT).at(null, "a"));
    }

    @Test
    void aKeyIsUsedWithTheAddressBesideIt() throws Exception {
        var choice = new ModelChoice(
                Map.of("OPENAI_API_KEY", "o", "OPENAI_BASE_URL", "http://localhost:1234/v1", "ANTHROPIC_API_KEY", " "),
                LOCAL);

        assertThat(choice.choose(null))
                .hasValue(ModelSettings.of(ModelChoice.OPENAI_DEFAULT).at("http://localhost:1234/v1", "o"));
    }

    @Test
    void aKeyFromTheEnvironmentIsNotSentToAnotherServer() throws Exception {
        var choice = new ModelChoice(Map.of("OPENAI_API_KEY", "o"), NOBODY);
        ModelSettings elsewhere = ModelSettings.of("openai/local").at("http://localhost:1234/v1", null);

        assertThat(choice.choose(elsewhere)).hasValue(elsewhere);
    }

    @Test
    void aLocalOllamaIsUsedWhenThereIsNoKey() throws Exception {
        assertThat(new ModelChoice(Map.of(), LOCAL).choose(null)).hasValue(ModelSettings.of("ollama/llama3.2:3b"));
    }

    @Test
    void withoutAnyModelThereIsNone() throws Exception {
        assertThat(new ModelChoice(Map.of(), NOBODY).choose(null)).isEmpty();
    }

    @Test
    void theFirstModelOfALocalOllamaThatCanTalkIsFound() throws Exception {
        try (var server = new ScriptedServer()) {
            server.plays(Scene.status(200, """
                {"models": [{"name": "nomic-embed-text:latest"},
                            {"name": "minilm", "details": {"family": "bert"}},
                            {"name": "llama3.2:3b", "details": {"family": "llama"}}]}\
                """));

            assertThat(new LocalOllama(server.url()).firstModel()).hasValue("llama3.2:3b");
        }
    }

    @Test
    void anOllamaThatIsNotThereOrIsNoneIsNotFound() throws Exception {
        String url;
        try (var server = new ScriptedServer()) {
            url = server.url();
            server.plays(Scene.status(200, "<html>something else</html>"));

            assertThat(new LocalOllama(url).firstModel()).isEmpty();
        }

        assertThat(new LocalOllama(url).firstModel()).isEmpty();
    }
}
