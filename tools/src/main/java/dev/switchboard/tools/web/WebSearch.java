package dev.switchboard.tools.web;

import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import dev.switchboard.json.text.Shortened;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code web_search}: asks the engine that the operator has configured. */
public final class WebSearch implements Tool {
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int MOST_HITS = 10;
    private static final int MOST_SNIPPET_CHARACTERS = 1_000;
    private static final int MOST_ANSWER_BYTES = 4 * 1024 * 1024;

    private static final ToolSpec SPEC = new ToolSpec(
            "web_search",
            "Searches the web and gives a numbered list of titles, addresses and snippets."
                    + " Use web_fetch to read one of them.",
            Json.mapper().readTree("""
                {"type":"object",
                 "properties":{"query":{"type":"string"}},
                 "required":["query"],
                 "additionalProperties":false}
                """));

    private static final String NOT_CONFIGURED =
            "no search engine is configured: set \"search\": {\"engine\": \"searxng\", \"baseUrl\":"
                    + " \"http://localhost:8888\"} in the configuration, or the engine brave or tavily with an apiKey";

    private final @Nullable SearchEngine engine;
    private final Duration patience;

    /** @param settings null if the operator has configured none: each call says how to */
    public WebSearch(@Nullable SearchSettings settings, Duration patience) {
        this.engine = settings == null ? null : SearchEngine.of(settings);
        this.patience = patience;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Effect effect() {
        return Effect.NETWORK;
    }

    @Override
    public ToolResult run(ObjectNode arguments, ToolContext context) throws InterruptedException {
        JsonNode given = arguments.path("query");
        if (!given.isString() || given.stringValue().isBlank()) {
            return WebResult.failed("query is required, as a text").toToolResult();
        }
        String query = given.stringValue().strip();
        return (engine == null ? WebResult.failed(NOT_CONFIGURED) : search(engine, query)).toToolResult();
    }

    private WebResult search(SearchEngine asked, String query) throws InterruptedException {
        try {
            return read(asked, Limited.call(patience, () -> Http.CLIENT.send(request(asked, query), Http.BODY)));
        } catch (TimeoutException e) {
            return WebResult.failed("%s did not answer within %d s".formatted(asked.name(), patience.toSeconds()));
        } catch (IOException e) {
            return WebResult.failed("%s cannot be reached".formatted(asked.name()));
        }
    }

    private static HttpRequest request(SearchEngine asked, String query) {
        return asked.request(query)
                .version(HttpClient.Version.HTTP_1_1)
                .header("Accept", "application/json")
                .header("User-Agent", "switchboard")
                .build();
    }

    private static WebResult read(SearchEngine asked, HttpResponse<String> response) {
        int status = response.statusCode();
        if (status == 401 || status == 403) {
            return WebResult.failed("%s refused with %d: %s".formatted(asked.name(), status, asked.cure()));
        }
        if (status == 429) {
            return WebResult.failed("%s has had too many searches (429): try again later".formatted(asked.name()));
        }
        if (status / 100 != 2) {
            return WebResult.failed("%s answered %d".formatted(asked.name(), status));
        }
        try {
            JsonNode answer = Json.mapper().readTree(response.body());
            return new WebResult(list(asked.hits(answer)), null, false, null);
        } catch (JacksonException e) {
            return WebResult.failed(
                    "%s answered with something that is no JSON: check baseUrl".formatted(asked.name()));
        }
    }

    private static String list(List<SearchHit> hits) {
        if (hits.isEmpty()) {
            return "nothing was found";
        }
        return IntStream.range(0, Math.min(hits.size(), MOST_HITS))
                .mapToObj(i -> "%d. %s".formatted(i + 1, entry(hits.get(i))))
                .collect(Collectors.joining("\n\n"));
    }

    private static String entry(SearchHit hit) {
        return Stream.of(hit.title(), hit.url(), Shortened.to(MOST_SNIPPET_CHARACTERS, hit.snippet()))
                .map(text -> text.replaceAll("\\s+", " ").strip())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n   "));
    }

    /** Made with the first search: a gateway that never searches has no use for a client and its thread. */
    private static final class Http {
        static final HttpClient CLIENT = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(20))
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();

        static final HttpResponse.BodyHandler<String> BODY =
                BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), MOST_ANSWER_BYTES);
    }
}
