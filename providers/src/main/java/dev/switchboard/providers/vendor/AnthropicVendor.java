package dev.switchboard.providers.vendor;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.output.TokenUsage;
import dev.switchboard.core.model.ModelReply.Usage;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.Thinking;
import dev.switchboard.providers.ContextWindows;
import dev.switchboard.providers.ModelSettings;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Anthropic's messages. */
final class AnthropicVendor implements Vendor {
    /** This vendor insists on a limit; the library's own default cuts answers at 1,024. */
    private static final int OUTPUT_TOKENS = 8_192;

    private static final Pattern TEXT_BLOCK = Pattern.compile("\"type\"\\s*:\\s*\"text\"");

    private final ModelSettings settings;

    AnthropicVendor(ModelSettings settings) {
        this.settings = settings;
    }

    @Override
    public StreamingChatModel client(HttpClientBuilder http) {
        int output = ContextWindows.outputTokens(settings, OUTPUT_TOKENS);
        var client = AnthropicStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.address())
                .apiKey(settings.apiKey() == null ? "none" : settings.apiKey())
                .modelName(settings.name().name())
                .maxTokens(output)
                .returnThinking(true)
                .sendThinking(true);
        if (settings.thinkingTokens() != null) {
            client.thinkingType("enabled")
                    .thinkingBudgetTokens(settings.thinkingTokens())
                    .maxTokens(output + settings.thinkingTokens());
        }
        return client.build();
    }

    /** Thinking without this vendor's signature is another's, and would be refused. */
    @Override
    public @Nullable Thinking wanted(Thinking thinking) {
        return thinking.signature() == null ? null : thinking;
    }

    /** What it read from or wrote to its cache is counted apart; the model has read it all the same. */
    @Override
    public Usage usage(TokenUsage usage) {
        Usage counted = Vendor.super.usage(usage);
        return usage instanceof AnthropicTokenUsage cached
                ? new Usage(
                        counted.promptTokens()
                                + Vendor.orZero(cached.cacheCreationInputTokens())
                                + Vendor.orZero(cached.cacheReadInputTokens()),
                        counted.completionTokens())
                : counted;
    }

    /** The limit is for the answer; this vendor counts the thinking in. */
    @Override
    public ChatRequest request(List<ChatMessage> messages, ModelRequest request) {
        if (settings.thinkingTokens() == null || request.maxTokens() == null) {
            return Vendor.super.request(messages, request);
        }
        int all = request.maxTokens() + settings.thinkingTokens();
        return Vendor.super.request(
                messages, new ModelRequest(request.system(), request.messages(), request.tools(), all));
    }

    /** Two blocks of text are two paragraphs, and are heard as such. */
    @Override
    public ServerSentEvent adapt(ServerSentEvent event, Attempt attempt) {
        if ("content_block_start".equals(event.event())
                && TEXT_BLOCK.matcher(event.data()).find()
                && !attempt.text().isEmpty()) {
            attempt.onPartialResponse("\n");
        }
        return event;
    }

    @Override
    public Mark mark(ServerSentEvent event) {
        return "message_stop".equals(event.event()) ? Mark.LAST : Mark.NONE;
    }
}
