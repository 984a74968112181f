package dev.switchboard.providers.vendor;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GeminiThinkingConfig;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiTokenUsage;
import dev.langchain4j.model.output.TokenUsage;
import dev.switchboard.core.model.ModelReply.Usage;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.Thinking;
import dev.switchboard.providers.ModelSettings;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Google's Gemini. */
final class GeminiVendor implements Vendor {
    private static final Pattern FINISHED = Pattern.compile("\"finishReason\"\\s*:\\s*\"");
    private static final Pattern BLOCKED = Pattern.compile("\"blockReason\"\\s*:\\s*\"(\\w+)\"");

    private final ModelSettings settings;

    GeminiVendor(ModelSettings settings) {
        this.settings = settings;
    }

    @Override
    public StreamingChatModel client(HttpClientBuilder http) {
        var client = GoogleAiGeminiStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.address())
                .apiKey(settings.apiKey() == null ? "none" : settings.apiKey())
                .modelName(settings.name().name())
                .returnThinking(true)
                .sendThinking(true);
        if (settings.thinkingTokens() != null) {
            client.thinkingConfig(GeminiThinkingConfig.builder()
                    .includeThoughts(true)
                    .thinkingBudget(settings.thinkingTokens())
                    .build());
        }
        return client.build();
    }

    /** This vendor wants its signature back with a tool call, not the thoughts. */
    @Override
    public @Nullable Thinking wanted(Thinking thinking) {
        return thinking.signature() == null ? null : new Thinking("", thinking.signature());
    }

    @Override
    public List<ToolSpecification> tools(ModelRequest request) {
        return ToolSchemas.translated(request.tools());
    }

    /** Thoughts are paid for like the answer, but counted apart. */
    @Override
    public Usage usage(TokenUsage usage) {
        Usage counted = Vendor.super.usage(usage);
        return usage instanceof GoogleAiGeminiTokenUsage thought
                ? new Usage(
                        counted.promptTokens(),
                        counted.completionTokens() + Vendor.orZero(thought.thoughtsTokenCount()))
                : counted;
    }

    @Override
    public Mark mark(ServerSentEvent event) {
        Matcher blocked = BLOCKED.matcher(event.data());
        if (blocked.find()) {
            throw new CallBroken(new Trouble.ToldInStream("the prompt was blocked (" + blocked.group(1) + ")", false));
        }
        // The end of the stream is the only last mark: usage may come after the reason.
        return FINISHED.matcher(event.data()).find() ? Mark.END : Mark.NONE;
    }
}
