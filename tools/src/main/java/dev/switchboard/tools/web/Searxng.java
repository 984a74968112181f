package dev.switchboard.tools.web;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A SearXNG of the operator's own: no key, but JSON must be among the formats in its settings. */
record Searxng(SearchSettings settings) implements SearchEngine {
    @Override
    public String name() {
        return "SearXNG";
    }

    @Override
    public HttpRequest.Builder request(String query) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("%s/search?q=%s&format=json"
                .formatted(settings.baseUrl(), URLEncoder.encode(query, StandardCharsets.UTF_8))));
        if (settings.apiKey() != null) {
            request.header("Authorization", "Bearer " + settings.apiKey());
        }
        return request;
    }

    @Override
    public List<SearchHit> hits(JsonNode answer) {
        return SearchHit.results(answer);
    }

    @Override
    public String cure() {
        return "add json to search.formats in its settings.yml";
    }
}
