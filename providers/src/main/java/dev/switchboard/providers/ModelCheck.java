package dev.switchboard.providers;

import dev.switchboard.json.Json;
import dev.switchboard.json.text.NearestWord;
import dev.switchboard.providers.Reachability.State;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Asks a vendor for the model without asking the model: one cheap request, nothing is paid for. */
public final class ModelCheck {
    private final Duration patience;

    public ModelCheck() {
        this(Duration.ofSeconds(5));
    }

    public ModelCheck(Duration patience) {
        this.patience = patience;
    }

    public Reachability check(ModelSettings settings) throws InterruptedException {
        HttpResponse<String> response;
        try {
            response = Http.client(patience).send(request(settings), BodyHandlers.ofString());
        } catch (IOException e) {
            return unreachable(settings, "does not answer");
        }
        int status = response.statusCode();
        String body = response.body();
        // Gemini answers a wrong key with 400.
        if (status == 401 || status == 403 || status == 400 && body.contains("API key")) {
            return wrongKey(settings, status);
        }
        if (status == 404) {
            return notFound(settings);
        }
        if (status / 100 != 2) {
            return unreachable(settings, "answers %d".formatted(status));
        }
        return switch (settings.provider()) {
            case ANTHROPIC, GEMINI -> reachable(settings);
            case OPENAI -> listed(settings, body, "data", "id");
            case OLLAMA -> listed(settings, body, "models", "name");
        };
    }

    private HttpRequest request(ModelSettings settings) {
        String name = URLEncoder.encode(settings.name().name(), StandardCharsets.UTF_8);
        String key = settings.apiKey();
        String path =
                switch (settings.provider()) {
                    case OPENAI -> "/models";
                    case ANTHROPIC, GEMINI -> "/models/" + name;
                    case OLLAMA -> "/api/tags";
                };
        HttpRequest.Builder request = Http.request(settings.address() + path).timeout(patience);
        if (settings.provider() == Provider.ANTHROPIC) {
            request.header("anthropic-version", "2023-06-01");
        }
        if (key != null) {
            switch (settings.provider()) {
                case OPENAI, OLLAMA -> request.header("Authorization", "Bearer " + key);
                case ANTHROPIC -> request.header("x-api-key", key);
                case GEMINI -> request.header("x-goog-api-key", key);
            }
        }
        return request.build();
    }

    private static Reachability listed(ModelSettings settings, String body, String list, String field) {
        List<String> names;
        try {
            JsonNode models = Json.mapper().readTree(body).path(list);
            if (!models.isArray()) {
                return notThisProtocol(settings);
            }
            names = models.valueStream()
                    .map(model -> model.path(field).asString(""))
                    .toList();
        } catch (JacksonException e) {
            return notThisProtocol(settings);
        }
        String name = settings.name().name();
        if (Stream.of(name, name + ":latest").anyMatch(names::contains)) {
            return reachable(settings);
        }
        String meant = NearestWord.closest(name, names)
                .map(word ->
                        " Did you mean %s/%s?".formatted(settings.provider().word(), word))
                .orElse("");
        String pull = settings.provider() == Provider.OLLAMA ? " Or run: ollama pull " + name + "." : "";
        return new Reachability(
                State.MODEL_UNKNOWN,
                "%s answers, but has no model \"%s\".%s%s".formatted(settings.server(), name, meant, pull));
    }

    private static Reachability reachable(ModelSettings settings) {
        return new Reachability(
                State.REACHABLE, "%s is reachable at %s.".formatted(settings.model(), settings.server()));
    }

    private static Reachability wrongKey(ModelSettings settings, int status) {
        String key = settings.apiKey() == null ? "no key was given" : "the key was refused";
        return new Reachability(
                State.WRONG_KEY,
                "%s answers, but %s (%d): check %s or the agent's apiKey."
                        .formatted(
                                settings.server(),
                                key,
                                status,
                                settings.provider().keyVariable()));
    }

    /** Where the model is part of the path it is the model that was not found; else it is the path. */
    private static Reachability notFound(ModelSettings settings) {
        return switch (settings.provider()) {
            case ANTHROPIC, GEMINI ->
                new Reachability(
                        State.MODEL_UNKNOWN,
                        "%s answers, but knows no model \"%s\": check its name and the base URL."
                                .formatted(settings.server(), settings.name().name()));
            case OPENAI, OLLAMA -> notThisProtocol(settings);
        };
    }

    private static Reachability notThisProtocol(ModelSettings settings) {
        String hint = settings.provider() == Provider.OPENAI ? "; it mostly ends in /v1" : "";
        return new Reachability(
                State.UNREACHABLE,
                "%s answers, but not as %s does: check the base URL%s."
                        .formatted(settings.server(), settings.provider().word(), hint));
    }

    private static Reachability unreachable(ModelSettings settings, String how) {
        String fix =
                switch (settings.provider()) {
                    case OLLAMA -> "start it with: ollama serve, or check the base URL.";
                    case OPENAI, ANTHROPIC, GEMINI -> "check the network and the base URL.";
                };
        return new Reachability(State.UNREACHABLE, "%s %s: %s".formatted(settings.server(), how, fix));
    }
}
