package dev.switchboard.providers.vendor;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.output.TokenUsage;
import dev.switchboard.core.model.ModelReply.Usage;
import dev.switchboard.core.model.Thinking;
import dev.switchboard.providers.ContextWindows;
import dev.switchboard.providers.ModelSettings;
import org.jspecify.annotations.Nullable;

/** Anthropic's messages. */
final class AnthropicVendor implements Vendor {
    /** This vendor insists on a limit; the library's own default cuts answers at 1,024. */
    private static final int OUTPUT_TOKENS = 8_192;

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

    @Override
    public Mark mark(ServerSentEvent event) {
        return "message_stop".equals(event.event()) ? Mark.LAST : Mark.NONE;
    }
}
