package dev.switchboard.providers.vendor;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.switchboard.json.Json;
import dev.switchboard.providers.ContextWindows;
import dev.switchboard.providers.ModelSettings;
import java.io.InputStream;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A local Ollama. It streams a JSON object a line. */
final class OllamaVendor implements Vendor {
    private static final Pattern DONE = Pattern.compile("\"done\"\\s*:\\s*true");

    private final ModelSettings settings;

    OllamaVendor(ModelSettings settings) {
        this.settings = settings;
    }

    @Override
    public StreamingChatModel client(HttpClientBuilder http) {
        var client = OllamaStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.address())
                .modelName(settings.name().name())
                .returnThinking(true)
                // Ollama cuts the conversation to its own small default unless told; then our window would be a lie.
                .numCtx(ContextWindows.tokens(settings));
        if (settings.apiKey() != null) {
            client.customHeaders(Map.of("Authorization", "Bearer " + settings.apiKey()));
        }
        return client.build();
    }

    @Override
    public Mark mark(ServerSentEvent event) {
        return DONE.matcher(event.data()).find() ? Mark.LAST : Mark.NONE;
    }

    @Override
    public EventReader reader(InputStream body) {
        return EventReader.jsonLines(body);
    }

    /**
     * Ollama sends whole calls, and older ones do not number them; the library takes calls without a number for
     * pieces of one and joins their arguments.
     */
    @Override
    public ServerSentEvent adapt(ServerSentEvent event, Attempt attempt) {
        if (!event.data().contains("\"tool_calls\"")) {
            return event;
        }
        try {
            JsonNode line = Json.mapper().readTree(event.data());
            for (JsonNode call : line.path("message").path("tool_calls")) {
                if (call.path("function") instanceof ObjectNode function) {
                    function.put("index", attempt.nextCallNumber());
                }
            }
            return new ServerSentEvent(event.event(), line.toString());
        } catch (JacksonException e) {
            return event; // the library will find it unreadable too
        }
    }
}
