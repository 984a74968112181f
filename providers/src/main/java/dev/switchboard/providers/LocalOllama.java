package dev.switchboard.providers;

import dev.switchboard.json.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** An Ollama that happens to run on this machine. */
public final class LocalOllama implements ModelChoice.Probe {
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final URI address;

    public LocalOllama() {
        this(Provider.OLLAMA.baseUrl());
    }

    LocalOllama(String address) {
        this.address = URI.create(address);
    }

    @Override
    public Optional<String> firstModel() throws InterruptedException {
        if (!listens()) {
            return Optional.empty();
        }
        try {
            HttpResponse<String> response = Http.client(PATIENCE)
                    .send(Http.request(address + "/api/tags").timeout(PATIENCE).build(), BodyHandlers.ofString());
            return response.statusCode() == 200 ? first(response.body()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Mostly nobody listens, and finding that out must not cost the start-up the loading of an HTTP client. */
    private boolean listens() {
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), (int) PATIENCE.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<String> first(String body) {
        try {
            return Json.mapper()
                    .readTree(body)
                    .path("models")
                    .valueStream()
                    .filter(model -> !isForEmbeddings(model))
                    .map(model -> model.path("name").asString(""))
                    .filter(name -> !name.isEmpty())
                    .findFirst();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Such a model is listed among the others but cannot talk. */
    private static boolean isForEmbeddings(JsonNode model) {
        return model.path("name").asString("").contains("embed")
                || model.path("details").path("family").asString("").contains("bert");
    }
}
