package dev.switchboard.edge.webhook;

import dev.switchboard.core.channel.ChannelAdapter.Receipt;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.webhook.WebhookOutcome.Known;
import dev.switchboard.edge.webhook.WebhookOutcome.Pending;
import dev.switchboard.edge.webhook.WebhookOutcome.Rejected;
import dev.switchboard.edge.webhook.WebhookOutcome.Reply;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.webhook.WebhookMessage;
import dev.switchboard.protocol.webhook.WebhookReply;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One webhook call: its body to a draft, its outcome to a response. */
public final class WebhookExchange {
    private WebhookExchange() {}

    public static Response answer(WebhookAdapter adapter, Call call) {
        var said = call.body(WebhookMessage.class);
        try {
            var draft = new Draft(said.peerId(), said.messageId(), said.text(), said.threadId(), said.userId());
            return response(adapter.exchange(draft));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Replies.error(503, "shutting_down", "The gateway is restarting. Send the same message again.");
        }
    }

    private static Response response(WebhookOutcome outcome) {
        return switch (outcome) {
            case Reply reply -> told(reply.receipt(), body(reply));
            case Known known -> Replies.json(200, body(known));
            case Pending(var message, var duplicate, var reused) ->
                Replies.json(
                        202,
                        new WebhookReply(
                                message.messageId(),
                                message.session().value(),
                                null,
                                null,
                                null,
                                duplicate ? true : null,
                                true,
                                code(reused)));
            case Rejected(var code, var why, var retry) -> Replies.error(retry ? 503 : 400, code, why);
        };
    }

    /** Streamed, because only a stream says whether the caller was still there to take it. */
    private static Response told(@Nullable Receipt receipt, WebhookReply reply) {
        var bytes = Json.mapper().writeValueAsBytes(reply);
        return new Response.Streamed(200, Headers.of("Content-Type", "application/json"), sink -> {
            try {
                sink.write(bytes);
            } catch (IOException | InterruptedException e) {
                if (receipt != null) {
                    receipt.unclaimed();
                }
                throw e;
            }
            if (receipt != null) {
                receipt.delivered();
            }
        });
    }

    private static WebhookReply body(Reply reply) {
        var message = reply.message();
        return new WebhookReply(
                message.messageId(),
                message.session().value(),
                message.run().value(),
                message.text(),
                message.finishReason().wireName(),
                reply.duplicate() ? true : null,
                null,
                code(reply.idReused()));
    }

    private static WebhookReply body(Known known) {
        var answer = known.answer();
        return new WebhookReply(
                known.message().messageId(),
                known.message().session().value(),
                answer.run().value(),
                answer.reply(),
                answer.finishReason().wireName(),
                true,
                null,
                code(answer.idReused()));
    }

    private static @Nullable String code(boolean idReused) {
        return idReused ? "id_reused" : null;
    }
}
