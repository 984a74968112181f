package dev.switchboard.providers.vendor;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.providers.ContextWindows;
import dev.switchboard.providers.ModelSettings;
import dev.switchboard.providers.Retries;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A vendor's model: asks, and asks again when that may help. Holds no state between calls. */
final class VendorModel implements Model {
    private static final Logger log = LoggerFactory.getLogger(VendorModel.class);

    private final ModelSettings settings;
    private final Vendor vendor;
    private final Retries retries;
    private final StreamingChatModel client;
    private final Failures failures;

    VendorModel(ModelSettings settings, Vendor vendor, Retries retries) {
        this.settings = settings;
        this.vendor = vendor;
        this.retries = retries;
        this.client = vendor.client(new StreamingHttp(settings, vendor).asBuilder());
        this.failures = new Failures(settings);
    }

    @Override
    public String name() {
        return settings.model();
    }

    @Override
    public int contextTokens() {
        return ContextWindows.tokens(settings);
    }

    @Override
    public ModelReply answer(ModelRequest request, ModelListener listener) throws InterruptedException {
        ChatRequest chat = vendor.request(Conversation.messages(request, vendor), request);
        Patience patience = new Patience(settings.limits());
        for (int made = 1; ; made++) {
            Attempt attempt = new Attempt(listener, patience);
            Trouble trouble;
            try {
                return ask(chat, attempt);
            } catch (CallBroken e) {
                trouble = e.trouble();
            }
            Duration wait =
                    retries.waitAfter(made, trouble instanceof Trouble.Status status ? status.retryAfter() : null);
            if (!trouble.mayPass() || made > retries.most() || !patience.outlasts(wait)) {
                throw failures.of(trouble, made);
            }
            if (attempt.heardAnything()) {
                listener.retracted(trouble.reason());
            }
            logRetry(trouble, made, wait);
            retries.sleeper().sleep(wait);
        }
    }

    private ModelReply ask(ChatRequest chat, Attempt attempt) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before asking " + settings.model());
        }
        attempt.patience().tryBegins();
        try {
            ScopedValue.where(Attempt.CURRENT, attempt).run(() -> client.chat(chat, attempt));
        } catch (CallInterrupted e) {
            throw new InterruptedException("interrupted while asking " + settings.model());
        }
        return Replies.of(attempt.response(), attempt, vendor);
    }

    /** Neither the vendor's words nor ours: they may quote the conversation. */
    private void logRetry(Trouble trouble, int made, Duration wait) {
        log.atInfo()
                .addKeyValue("model", settings.model())
                .addKeyValue("try", made)
                .addKeyValue("trouble", trouble.getClass().getSimpleName())
                .addKeyValue("status", trouble instanceof Trouble.Status status ? status.code() : "none")
                .addKeyValue("waitMillis", wait.toMillis())
                .log("model call is made again");
    }
}
