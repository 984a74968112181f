package dev.switchboard.edge.webhook;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.ChannelAdapter.Receipt;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.webhook.WebhookOutcome.Forgotten;
import dev.switchboard.edge.webhook.WebhookOutcome.Known;
import dev.switchboard.edge.webhook.WebhookOutcome.Pending;
import dev.switchboard.edge.webhook.WebhookOutcome.Rejected;
import dev.switchboard.edge.webhook.WebhookOutcome.Reply;
import dev.switchboard.protocol.webhook.WebhookMessage;
import dev.switchboard.protocol.webhook.WebhookReply;
import org.jspecify.annotations.Nullable;

/** One webhook call: its body to a draft, its outcome to a response. */
public final class WebhookExchange {
    private WebhookExchange() {}

    public static Response answer(WebhookAdapter adapter, Call call) {
        var said = call.body(WebhookMessage.class);
        try {
            var draft = new Draft(said.peerId(), said.messageId(), said.text(), said.threadId(), said.userId());
            return response(adapter, adapter.exchange(draft));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Replies.error(503, "shutting_down", "The gateway is restarting. Send the same message again.");
        }
    }

    private static Response response(WebhookAdapter adapter, WebhookOutcome outcome) {
        return switch (outcome) {
            case Reply reply -> new Response.Watched(Replies.json(200, body(reply)), watcher(reply.receipt()));
            case Known known -> new Response.Watched(Replies.json(200, body(known)), watcher(adapter, known));
            case Pending(var messageId, var session, var duplicate, var reused) ->
                Replies.json(
                        202,
                        new WebhookReply(
                                messageId,
                                session.value(),
                                null,
                                null,
                                null,
                                duplicate ? true : null,
                                true,
                                code(reused)));
            case Forgotten(var messageId, var session) ->
                Replies.json(
                        200,
                        new WebhookReply(
                                messageId,
                                session.value(),
                                null,
                                Admission.Forgotten.REPLY,
                                FinishReason.ERROR.wireName(),
                                true,
                                null,
                                ErrorCode.FORGOTTEN.wireName()));
            case Rejected(var code, var why, var retry) -> Replies.error(retry ? 503 : 400, code, why);
        };
    }

    /** A reply is delivered when all of it went out, and not before. */
    private static Response.Watcher watcher(@Nullable Receipt receipt) {
        return new Response.Watcher() {
            @Override
            public void written() {
                if (receipt != null) {
                    receipt.delivered();
                }
            }

            @Override
            public void lost() {
                if (receipt != null) {
                    receipt.unclaimed();
                }
            }
        };
    }

    /** An answer that was there already stays what it was if it is lost once more. */
    private static Response.Watcher watcher(WebhookAdapter adapter, Known known) {
        return new Response.Watcher() {
            @Override
            public void written() {
                adapter.shown(known.answer());
            }

            @Override
            public void lost() {}
        };
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
                known.messageId(),
                answer.session().value(),
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
