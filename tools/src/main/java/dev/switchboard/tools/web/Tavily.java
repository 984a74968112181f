package dev.switchboard.tools.web;

import dev.switchboard.json.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

record Tavily(SearchSettings settings) implements SearchEngine {
    @Override
    public String name() {
        return "Tavily";
    }

    @Override
    public HttpRequest.Builder request(String query) {
        String base = Objects.requireNonNullElse(settings.baseUrl(), "https://api.tavily.com");
        JsonNode body =
                JsonNodeFactory.instance.objectNode().put("query", query).put("max_results", 10);
        return HttpRequest.newBuilder(URI.create(base + "/search"))
                .header("Authorization", "Bearer " + settings.apiKey())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.mapper().writeValueAsString(body)));
    }

    @Override
    public List<SearchHit> hits(JsonNode answer) {
        return SearchHit.results(answer);
    }

    @Override
    public String cure() {
        return "check apiKey under \"search\" in the configuration";
    }
}
