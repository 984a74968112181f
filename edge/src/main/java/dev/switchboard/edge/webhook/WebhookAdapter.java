package dev.switchboard.edge.webhook;

import dev.switchboard.core.channel.Acknowledgement;
import dev.switchboard.core.channel.Acknowledgement.Invalid;
import dev.switchboard.core.channel.Acknowledgement.Judged;
import dev.switchboard.core.channel.Admission.Accepted;
import dev.switchboard.core.channel.Admission.Answered;
import dev.switchboard.core.channel.Admission.Forgotten;
import dev.switchboard.core.channel.Admission.Refused;
import dev.switchboard.core.channel.Admission.Running;
import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A channel of kind {@code webhook}, mode {@code sync}.
 *
 * <p>Thread: each call waits on its own virtual thread. A caller is listed as waiting before its message is judged, so
 * no answer can come in between.
 */
public final class WebhookAdapter implements ChannelAdapter {
    private record Key(@Nullable String peerId, @Nullable String messageId) {}

    /** An answer, and whom to tell when the caller has it; only one of several callers with the same id tells. */
    private static final class Handed {
        private final OutboundMessage message;
        private @Nullable Receipt receipt;

        Handed(OutboundMessage message, @Nullable Receipt receipt) {
            this.message = message;
            this.receipt = receipt;
        }

        @Nullable
        Receipt take() {
            var mine = receipt;
            receipt = null;
            return mine;
        }

        void unlessTaken() {
            var left = take();
            if (left != null) {
                left.unclaimed();
            }
        }
    }

    private final ChannelSettings settings;
    private final ChannelRuntime runtime;
    private final Duration patience;
    private final ConcurrentHashMap<Key, List<CompletableFuture<Handed>>> callers = new ConcurrentHashMap<>();

    /** @param patience how long a call waits for its reply before it is told to ask again */
    public WebhookAdapter(ChannelSettings settings, ChannelRuntime runtime, Duration patience) {
        this.settings = settings;
        this.runtime = runtime;
        this.patience = patience;
    }

    /** Admits the message and waits for its answer. */
    public WebhookOutcome exchange(Draft draft) throws InterruptedException {
        var key = new Key(draft.peerId(), draft.messageId());
        var handed = new CompletableFuture<Handed>();
        callers.compute(key, (_, waiting) -> with(waiting, handed));
        try {
            return exchange(draft, handed);
        } finally {
            callers.compute(key, (_, waiting) -> without(waiting, handed));
            // An answer that came after the wait was over found nobody.
            if (!handed.cancel(false) && !handed.isCompletedExceptionally()) {
                handed.join().unlessTaken();
            }
        }
    }

    private WebhookOutcome exchange(Draft draft, CompletableFuture<Handed> handed) throws InterruptedException {
        Acknowledgement acknowledged;
        // The only answer is the reply, so that there is nothing for it to overtake.
        try (var judged = runtime.acceptInbound(settings, draft)) {
            acknowledged = judged;
        }
        return switch (acknowledged) {
            case Invalid(var why) -> new WebhookOutcome.Rejected("invalid", why, false);
            case Judged(var message, var admission, var _) ->
                switch (admission) {
                    case Accepted _ -> await(message, message.session(), handed, false, false);
                    case Running(var first, var reused, var _) -> await(message, first, handed, true, reused);
                    case Answered known -> new WebhookOutcome.Known(message.messageId(), known);
                    case Forgotten(var first, var _) -> new WebhookOutcome.Forgotten(message.messageId(), first);
                    case Refused(var code, var why) -> new WebhookOutcome.Rejected(code.wireName(), why, true);
                };
        };
    }

    private WebhookOutcome await(
            InboundMessage message,
            SessionId session,
            CompletableFuture<Handed> handed,
            boolean duplicate,
            boolean reused)
            throws InterruptedException {
        try {
            var answer = handed.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return new WebhookOutcome.Reply(answer.message, answer.take(), duplicate, reused);
        } catch (TimeoutException | CancellationException e) {
            return new WebhookOutcome.Pending(message.messageId(), session, duplicate, reused);
        } catch (ExecutionException e) {
            throw new AssertionError("answers are never exceptional", e);
        }
    }

    @Override
    public ChannelSettings settings() {
        return settings;
    }

    @Override
    public List<String> capabilities() {
        return List.of("receive_text", "send_text");
    }

    @Override
    public String path() {
        return settings.path("webhook");
    }

    @Override
    public List<Device> devices() {
        return List.of();
    }

    @Override
    public void send(OutboundMessage message, Receipt receipt) {
        var taken = false;
        for (var caller : callers.getOrDefault(new Key(message.peerId(), message.messageId()), List.of())) {
            taken |= caller.complete(new Handed(message, taken ? null : receipt));
        }
        if (!taken) {
            receipt.unclaimed();
        }
    }

    /** Calls in progress are told to ask again. */
    @Override
    public void stop() {
        callers.values().forEach(waiting -> waiting.forEach(caller -> caller.cancel(false)));
    }

    /** Nobody waits between two calls. */
    @Override
    public boolean wantsUnclaimed(String peerId) {
        return false;
    }

    /** The caller was shown an answer that was there already. */
    void shown(Answered answer) {
        runtime.shown(answer.session(), answer.seq());
    }

    private static <T> List<T> with(@Nullable List<T> list, T added) {
        var copy = new ArrayList<T>(list == null ? List.of() : list);
        copy.add(added);
        return List.copyOf(copy);
    }

    private static <T> @Nullable List<T> without(@Nullable List<T> list, T removed) {
        if (list == null) {
            return null;
        }
        var copy = new ArrayList<>(list);
        copy.remove(removed);
        return copy.isEmpty() ? null : List.copyOf(copy);
    }
}
