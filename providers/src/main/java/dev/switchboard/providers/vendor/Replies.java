package dev.switchboard.providers.vendor;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelReply.Finish;
import dev.switchboard.core.model.ModelReply.Usage;
import dev.switchboard.core.model.Thinking;
import dev.switchboard.core.model.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The library's complete answer as ours. */
final class Replies {
    private Replies() {}

    static ModelReply of(ChatResponse response, Attempt attempt, Vendor vendor) {
        AiMessage message = response.aiMessage();
        String text = attempt.text();
        List<ToolCall> calls = attempt.toolCalls(message.toolExecutionRequests());
        FinishReason reason = response.finishReason();
        if (text.isEmpty() && calls.isEmpty()) {
            refuseSilence(reason);
        }
        return new ModelReply(
                text, thinking(message), calls, usage(response.tokenUsage(), vendor), finish(reason, calls));
    }

    /** An empty answer is an answer if the vendor says that the model ended it so, and not something else. */
    private static void refuseSilence(@Nullable FinishReason reason) {
        if (reason == FinishReason.CONTENT_FILTER) {
            throw new CallBroken(new Trouble.ToldInStream("the vendor's content filter withheld the answer", false));
        }
        if (reason == null || reason == FinishReason.OTHER) {
            throw new CallBroken(new Trouble.Cut("the answer ended before it began"));
        }
    }

    private static Finish finish(@Nullable FinishReason reason, List<ToolCall> calls) {
        if (reason == FinishReason.LENGTH) {
            return Finish.LENGTH;
        }
        return calls.isEmpty() ? Finish.STOP : Finish.TOOL_CALLS;
    }

    private static @Nullable Thinking thinking(AiMessage message) {
        String signature = message.attribute(Conversation.SIGNATURE, String.class);
        if (message.thinking() == null && signature == null) {
            return null;
        }
        return new Thinking(message.thinking() == null ? "" : message.thinking(), signature);
    }

    /** Two zeros are the library's way of saying that a vendor said nothing. */
    private static @Nullable Usage usage(@Nullable TokenUsage usage, Vendor vendor) {
        Usage counted = usage == null ? null : vendor.usage(usage);
        return counted == null || counted.promptTokens() + counted.completionTokens() == 0 ? null : counted;
    }
}
