package dev.switchboard.tools.web;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** One thing a search found; any of it may be empty. */
record SearchHit(String title, String url, String snippet) {

    /** The hits of an answer with {@code results}, each of {@code title}, {@code url} and {@code content}. */
    static List<SearchHit> results(JsonNode answer) {
        return answer.path("results")
                .valueStream()
                .map(hit -> new SearchHit(
                        hit.path("title").asString(""),
                        hit.path("url").asString(""),
                        hit.path("content").asString("")))
                .toList();
    }
}
