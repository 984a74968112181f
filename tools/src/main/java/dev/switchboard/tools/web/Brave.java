package dev.switchboard.tools.web;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

record Brave(SearchSettings settings) implements SearchEngine {
    @Override
    public String name() {
        return "Brave Search";
    }

    @Override
    public HttpRequest.Builder request(String query) {
        String base = Objects.requireNonNullElse(settings.baseUrl(), "https://api.search.brave.com");
        return HttpRequest.newBuilder(URI.create("%s/res/v1/web/search?q=%s&count=10&text_decorations=false"
                        .formatted(base, URLEncoder.encode(query, StandardCharsets.UTF_8))))
                .header("X-Subscription-Token", Objects.requireNonNullElse(settings.apiKey(), ""));
    }

    @Override
    public List<SearchHit> hits(JsonNode answer) {
        return answer.path("web")
                .path("results")
                .valueStream()
                .map(hit -> new SearchHit(
                        PageText.line(hit.path("title").asString("")),
                        hit.path("url").asString(""),
                        PageText.line(hit.path("description").asString(""))))
                .toList();
    }

    @Override
    public String cure() {
        return "check apiKey under \"search\" in the configuration";
    }
}
