package dev.switchboard.tools.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.testkit.Contexts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

class WebSearchIT {
    private static final String JSON = "HTTP/1.1 200 OK\nConnection: close\nContent-Type: application/json";
    private static final String SEARXNG = "/search?q=caf%C3%A9+%26+tea&format=json";
    private static final String QUERY = "café & tea";

    private final PageServer server = new PageServer();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void searxngIsAskedForJson() throws Exception {
        server.serves(SEARXNG, JSON, """
            {"query": "q", "results": [
              {"title": "One", "url": "https://one.example/", "content": "first\\n  thing", "engine": "x"},
              {"title": "Two", "url": "https://two.example/", "content": null}]}
            """);
        assertThat(search("searxng", null).toString())
                .isEqualTo("{\"ok\":true,\"text\":\"1. One\\n   https://one.example/\\n   first thing\\n\\n"
                        + "2. Two\\n   https://two.example/\",\"truncated\":false}");
    }

    @Test
    void braveIsAskedWithItsToken() throws Exception {
        server.serves("/res/v1/web/search?q=caf%C3%A9+%26+tea&count=10&text_decorations=false", JSON, """
            {"type": "search", "web": {"results": [
              {"title": "A &amp; B", "url": "https://one.example/", "description": "some <strong>bold</strong> words"}]}}
            """);
        assertThat(search("brave", "key-1").path("text").stringValue())
                .isEqualTo("1. A & B\n   https://one.example/\n   some bold words");
        assertThat(server.nextRequest()).contains("X-Subscription-Token: key-1");
    }

    @Test
    void tavilyIsAskedWithItsToken() throws Exception {
        server.serves("/search", JSON, """
            {"query": "q", "results": [{"title": "One", "url": "https://one.example/", "content": "long", "score": 0.9}]}
            """);
        assertThat(search("tavily", "key-1").path("text").stringValue())
                .isEqualTo("1. One\n   https://one.example/\n   long");
        assertThat(server.nextRequest())
                .startsWith("POST /search HTTP/1.1")
                .contains("Authorization: Bearer key-1")
                .endsWith("{\"query\":\"café & tea\",\"max_results\":10}");
    }

    @Test
    void tenHitsAreEnoughAndSnippetsAreShort() throws Exception {
        String hits = IntStream.rangeClosed(1, 30)
                .mapToObj(i -> "{\"title\":\"T\",\"url\":\"u%d\",\"content\":\"%s\"}".formatted(i, "😀".repeat(2_000)))
                .collect(Collectors.joining(","));
        server.serves(SEARXNG, JSON, "{\"results\":[" + hits + "]}");
        String text = search("searxng", null).path("text").stringValue();
        assertThat(text).contains("10. T\n   u10").doesNotContain("11. T").endsWith("😀…");
        assertThat(text.codePointCount(0, text.length())).isLessThan(11_000);
    }

    @Test
    void nothingFoundIsNoFailure() throws Exception {
        server.serves(SEARXNG, JSON, "{\"results\": []}");
        JsonNode result = search("searxng", null);
        assertThat(result.path("ok").booleanValue()).isTrue();
        assertThat(result.path("text").stringValue()).isEqualTo("nothing was found");
    }

    @ParameterizedTest
    @CsvSource({
        "searxng, 403, add json to search.formats",
        "brave, 401, check apiKey",
        "tavily, 401, check apiKey",
        "brave, 429, try again later",
        "searxng, 500, SearXNG answered 500"
    })
    void aRefusalSaysWhatToDo(String engine, int status, String words) throws Exception {
        String refusal = "HTTP/1.1 %d No\nConnection: close".formatted(status);
        server.serves(SEARXNG, refusal, "")
                .serves("/search", refusal, "")
                .serves("/res/v1/web/search?q=caf%C3%A9+%26+tea&count=10&text_decorations=false", refusal, "");
        assertFailed(search(engine, "secret-key"), words);
        assertThat(search(engine, "secret-key").toString()).doesNotContain("secret-key");
    }

    @Test
    void anAnswerThatIsNoJsonIsToldInWords() throws Exception {
        server.serves(SEARXNG, JSON, "<html>hello</html>");
        assertFailed(search("searxng", null), "no JSON: check baseUrl");
    }

    @Test
    void anEngineThatIsNotThereIsToldInWords() throws Exception {
        server.close();
        assertFailed(search("searxng", null), "SearXNG cannot be reached");
    }

    @Test
    void anEngineThatFallsSilentIsGivenUp() throws Exception {
        server.holds(SEARXNG, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
        var search = new WebSearch(settings("searxng", null), Duration.ofSeconds(1));
        assertFailed(run(search), "did not answer within 1 s");
        assertThat(server.closedByClient()).isTrue();
    }

    @Test
    void anInterruptEndsIt() throws Exception {
        server.holds(SEARXNG, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
        var outcome = new CompletableFuture<Throwable>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                search("searxng", null);
            } catch (Throwable e) {
                outcome.complete(e);
            }
        });
        server.nextRequest();
        caller.interrupt();
        assertThat(outcome.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        assertThat(server.closedByClient()).isTrue();
    }

    @Test
    void withoutAnEngineItSaysHowToConfigureOne() throws Exception {
        var search = new WebSearch(null, WebSearch.PATIENCE);
        assertThat(search.effect()).isEqualTo(Effect.NETWORK);
        assertFailed(run(search), "set \"search\": {\"engine\": \"searxng\", \"baseUrl\":");
    }

    @Test
    void aQueryIsRequired() throws Exception {
        var search = new WebSearch(null, WebSearch.PATIENCE);
        assertFailed(
                search.run(JsonNodeFactory.instance.objectNode().put("query", " "), Contexts.none())
                        .json(),
                "query is required");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "searxgn, http://a, -, did you mean \"searxng\"?",
                "searxng, -, -, needs a baseUrl",
                "searxng, localhost:8888, -, baseUrl is no address",
                "brave, -, -, needs an apiKey",
                "tavily, -, a b, a character that no key has"
            })
    void wrongSettingsExplainThemselves(String engine, @Nullable String url, @Nullable String key, String words) {
        assertThatThrownBy(() -> new SearchSettings(engine, url, key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    @Test
    void settingsDoNotPrintTheirKey() {
        assertThat(new SearchSettings("brave", null, "secret-key").toString()).doesNotContain("secret-key");
    }

    private SearchSettings settings(String engine, @Nullable String key) {
        return new SearchSettings(engine, server.url("/"), key);
    }

    private JsonNode search(String engine, @Nullable String key) throws InterruptedException {
        return run(new WebSearch(settings(engine, key), WebSearch.PATIENCE));
    }

    private static JsonNode run(WebSearch search) throws InterruptedException {
        return search.run(JsonNodeFactory.instance.objectNode().put("query", QUERY), Contexts.none())
                .json();
    }

    private static void assertFailed(JsonNode result, String why) {
        assertThat(result.path("ok").booleanValue()).as(result.toString()).isFalse();
        assertThat(result.path("error").stringValue()).contains(why);
        assertThat(result.path("text").stringValue()).isEmpty();
        assertThat(result.path("truncated").booleanValue()).isFalse();
    }
}
