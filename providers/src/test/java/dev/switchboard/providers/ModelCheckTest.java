package dev.switchboard.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.providers.Reachability.State;
import dev.switchboard.providers.ScriptedServer.Request;
import dev.switchboard.providers.ScriptedServer.Scene;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelCheckTest {
    private static final String KEY = "sk-secret-0123456789";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void closeServer() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        openai/gpt-5-mini | /models                  | authorization  | {"data":[{"id":"gpt-5-mini"}]}
        anthropic/claude  | /v1/models/claude        | x-api-key      | {"id":"claude"}
        gemini/gemini-2.5 | /models/gemini-2.5       | x-goog-api-key | {"name":"models/gemini-2.5"}
        ollama/tiny       | /api/tags                | authorization  | {"models":[{"name":"tiny:latest"}]}
        """)
    void aModelThatIsThereIsReachable(String model, String path, String keyHeader, String body) throws Exception {
        server.plays(Scene.status(200, body));

        Reachability result = check(model);

        assertThat(result.state()).isEqualTo(State.REACHABLE);
        assertThat(result.sentence()).contains(model, server.url());
        Request request = server.nextRequest();
        assertThat(request.path()).isEqualTo(path);
        assertThat(request.headers().get(keyHeader)).endsWith(KEY);
    }

    @ParameterizedTest
    @CsvSource({
        "openai/gpt-5-mini, 401, OPENAI_API_KEY",
        "anthropic/claude, 403, ANTHROPIC_API_KEY",
        "gemini/gemini-2.5, 400, GEMINI_API_KEY",
        "ollama/tiny, 401, OLLAMA_API_KEY"
    })
    void aRefusedKeyNamesWhereToMendIt(String model, int status, String variable) throws Exception {
        server.plays(Scene.status(status, "{\"error\":{\"message\":\"API key not valid: " + KEY + "\"}}"));

        Reachability result = check(model);

        assertThat(result.state()).isEqualTo(State.WRONG_KEY);
        assertThat(result.sentence()).contains(variable).doesNotContain(KEY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        openai/gpt-5-mimi | 200 | {"data":[{"id":"gpt-4o"},{"id":"gpt-5-mini"}]} | openai/gpt-5-mini
        anthropic/cloude  | 404 | {"type":"error"}                               | cloude
        gemini/gemini-99  | 404 | {"error":{"code":404}}                         | gemini-99
        ollama/tiny       | 200 | {"models":[]}                                  | ollama pull tiny
        """)
    void anUnknownModelIsToldApart(String model, int status, String body, String hint) throws Exception {
        server.plays(Scene.status(status, body));

        Reachability result = check(model);

        assertThat(result.state()).isEqualTo(State.MODEL_UNKNOWN);
        assertThat(result.sentence()).contains(hint);
    }

    @Test
    void aServerThatIsNotThereIsUnreachable() throws Exception {
        server.close();

        Reachability result = check("ollama/tiny");

        assertThat(result.state()).isEqualTo(State.UNREACHABLE);
        assertThat(result.sentence()).contains(server.url(), "ollama serve");
    }

    @Test
    void aServerThatDoesNotAnswerIsUnreachable() throws Exception {
        server.plays(Scene.silence());

        Reachability result = new ModelCheck(Duration.ofMillis(200))
                .check(ModelSettings.of("openai/gpt-5-mini").at(server.url(), KEY));

        assertThat(result.state()).isEqualTo(State.UNREACHABLE);
    }

    @Test
    void aServerInTroubleIsUnreachableForNow() throws Exception {
        server.plays(Scene.status(503, "busy"));

        assertThat(check("openai/gpt-5-mini").sentence()).contains("answers 503");
    }

    @Test
    void anAddressWithoutItsVersionIsToldApart() throws Exception {
        server.plays(Scene.status(404, "<html>"), Scene.status(200, "<html>"));

        assertThat(check("openai/gpt-5-mini").sentence()).contains("/v1");
        assertThat(check("openai/gpt-5-mini").sentence()).contains("/v1");
    }

    private Reachability check(String model) throws InterruptedException {
        return new ModelCheck().check(ModelSettings.of(model).at(server.url(), KEY));
    }
}
