package dev.switchboard.tools.web;

import java.net.http.HttpRequest;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** How one engine is asked and how it answers; it does neither itself. */
interface SearchEngine {
    static SearchEngine of(SearchSettings settings) {
        return switch (settings.engine()) {
            case "searxng" -> new Searxng(settings);
            case "brave" -> new Brave(settings);
            case "tavily" -> new Tavily(settings);
            default -> throw new AssertionError(settings.engine());
        };
    }

    /** As a person calls it. */
    String name();

    HttpRequest.Builder request(String query);

    List<SearchHit> hits(JsonNode answer);

    /** What the operator can do when it refuses with 401 or 403. */
    String cure();
}
