package dev.switchboard.providers.vendor;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.providers.ModelSettings;
import java.util.List;
import java.util.regex.Pattern;

/** OpenAI's chat completions, and every server that speaks them. */
final class OpenAiVendor implements Vendor {
    private static final Pattern FINISHED = Pattern.compile("\"finish_reason\"\\s*:\\s*\"");

    private final ModelSettings settings;

    OpenAiVendor(ModelSettings settings) {
        this.settings = settings;
    }

    @Override
    public StreamingChatModel client(HttpClientBuilder http) {
        return OpenAiStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.address())
                .apiKey(settings.apiKey())
                .modelName(settings.name().name())
                .returnThinking(true)
                // Some servers repeat a call's id in each of its pieces.
                .accumulateToolCallId(false)
                .build();
    }

    /** OpenAI's newer models refuse {@code max_tokens}; many compatible servers know nothing else. */
    @Override
    public ChatRequest request(List<ChatMessage> messages, ModelRequest request) {
        if (settings.baseUrl() != null || request.maxTokens() == null) {
            return Vendor.super.request(messages, request);
        }
        var parameters = OpenAiChatRequestParameters.builder().maxCompletionTokens(request.maxTokens());
        if (!request.tools().isEmpty()) {
            parameters.toolSpecifications(tools(request));
        }
        return ChatRequest.builder()
                .messages(messages)
                .parameters(parameters.build())
                .build();
    }

    @Override
    public Mark mark(ServerSentEvent event) {
        if ("[DONE]".equals(event.data())) {
            return Mark.LAST;
        }
        return FINISHED.matcher(event.data()).find() ? Mark.END : Mark.NONE;
    }
}
