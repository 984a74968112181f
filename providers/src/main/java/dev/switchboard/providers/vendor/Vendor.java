package dev.switchboard.providers.vendor;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.output.TokenUsage;
import dev.switchboard.core.model.ModelReply.Usage;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.Thinking;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What differs from vendor to vendor, beyond what the library already levels out. */
interface Vendor {
    StreamingChatModel client(HttpClientBuilder http);

    Mark mark(ServerSentEvent event);

    /** What of earlier thinking this vendor wants to see again. */
    default @Nullable Thinking wanted(Thinking thinking) {
        return null;
    }

    default List<ToolSpecification> tools(ModelRequest request) {
        return ToolSchemas.verbatim(request.tools());
    }

    default ChatRequest request(List<ChatMessage> messages, ModelRequest request) {
        var chat = ChatRequest.builder().messages(messages);
        if (!request.tools().isEmpty()) {
            chat.toolSpecifications(tools(request));
        }
        if (request.maxTokens() != null) {
            chat.maxOutputTokens(request.maxTokens());
        }
        return chat.build();
    }

    default Usage usage(TokenUsage usage) {
        return new Usage(orZero(usage.inputTokenCount()), orZero(usage.outputTokenCount()));
    }

    static long orZero(@Nullable Integer count) {
        return count == null ? 0 : count;
    }

    default EventReader reader(InputStream body) {
        return EventReader.serverSent(body);
    }

    default ServerSentEvent adapt(ServerSentEvent event, Attempt attempt) {
        return event;
    }
}
