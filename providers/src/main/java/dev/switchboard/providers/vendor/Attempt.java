package dev.switchboard.providers.vendor;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ToolCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One try at one request: passes on what is heard and remembers how it ended.
 *
 * <p>Thread: the one that asked. The library swallows and logs what a handler throws, so nothing is thrown from the
 * {@code on…} methods: it is kept, and {@link #check} throws it between two events.
 */
final class Attempt implements StreamingChatResponseHandler {
    /** The HTTP client is made once for a model; which try it serves is told here, as all runs on one thread. */
    static final ScopedValue<Attempt> CURRENT = ScopedValue.newInstance();

    private final ModelListener listener;
    private final Patience patience;
    private final Map<Integer, Call> calls = new LinkedHashMap<>();
    private final Set<Integer> heardCalls = new HashSet<>();
    private final StringBuilder text = new StringBuilder();
    private String contentType = "";
    private int events;
    private int callsNumbered;
    private boolean heard;
    private boolean ended;
    private boolean unreadable;
    private @Nullable RuntimeException listenerFailure;
    private @Nullable ChatResponse response;

    /** A call as it was told to the listener; the reply must name it by the same id. */
    private record Call(int index, String id) {}

    Attempt(ModelListener listener, Patience patience) {
        this.listener = listener;
        this.patience = patience;
    }

    Patience patience() {
        return patience;
    }

    boolean heardAnything() {
        return heard;
    }

    /** An event is about to be understood. */
    void event(Mark mark) {
        events++;
        ended |= mark != Mark.NONE;
    }

    boolean hasEnded() {
        return ended;
    }

    void opened(String type) {
        contentType = type;
    }

    /** The event was not what the vendor sends. */
    void unreadable() {
        unreadable = true;
    }

    /** For vendors that do not number their calls. */
    int nextCallNumber() {
        return callsNumbered++;
    }

    /** Throws what was kept. */
    void check() {
        if (listenerFailure != null) {
            throw listenerFailure;
        }
        if (unreadable) {
            throw new CallBroken(
                    events <= 1
                            ? new Trouble.NoAnswer(contentType)
                            : new Trouble.Cut("an event of the answer was unreadable"));
        }
    }

    /** The body is over. Something without a single event in it never was an answer. */
    void closed(boolean bodyWasEmpty) {
        if (events == 0 && !bodyWasEmpty) {
            throw new CallBroken(new Trouble.NoAnswer(contentType));
        }
    }

    /** The complete answer, or the trouble of there being none. */
    ChatResponse response() {
        check();
        if (!ended || response == null) {
            throw new CallBroken(new Trouble.Cut("the answer broke off"));
        }
        return response;
    }

    /** The whole text, which is exactly what was heard of it. */
    String text() {
        return text.toString();
    }

    List<ToolCall> toolCalls(List<ToolExecutionRequest> requests) {
        List<ToolCall> result = new ArrayList<>();
        List<Call> told = List.copyOf(calls.values());
        for (ToolExecutionRequest request : requests) {
            int i = result.size();
            String id = i < told.size() ? told.get(i).id() : orOurs(request.id());
            String arguments = request.arguments();
            result.add(new ToolCall(id, request.name(), arguments == null || arguments.isBlank() ? "{}" : arguments));
        }
        return result;
    }

    @Override
    public void onPartialResponse(String delta) {
        text.append(delta);
        tell(() -> listener.text(delta));
    }

    @Override
    public void onPartialThinking(PartialThinking delta) {
        tell(() -> listener.thinking(delta.text()));
    }

    @Override
    public void onPartialToolCall(PartialToolCall part) {
        Call call = call(part.index(), part.id());
        heardCalls.add(part.index());
        tell(() -> listener.toolCall(call.index(), call.id(), part.name(), part.partialArguments()));
    }

    /** Some vendors send a call in one piece, and some calls have no arguments to come in pieces. */
    @Override
    public void onCompleteToolCall(CompleteToolCall complete) {
        ToolExecutionRequest request = complete.toolExecutionRequest();
        if (request.name() == null) {
            return; // the library's empty place before a first call that is not numbered 0
        }
        Call call = call(complete.index(), request.id());
        if (heardCalls.add(complete.index())) {
            String arguments = request.arguments() == null ? "" : request.arguments();
            tell(() -> listener.toolCall(call.index(), call.id(), request.name(), arguments));
        }
    }

    @Override
    public void onCompleteResponse(ChatResponse complete) {
        response = complete;
    }

    @Override
    public void onError(Throwable error) {
        unreadable = true;
    }

    private void tell(Runnable news) {
        heard = true;
        patience.token();
        if (listenerFailure != null) {
            return;
        }
        try {
            news.run();
        } catch (RuntimeException e) {
            listenerFailure = e;
        }
    }

    private Call call(int vendorIndex, @Nullable String id) {
        return calls.computeIfAbsent(vendorIndex, _ -> new Call(calls.size(), orOurs(id)));
    }

    private static String orOurs(@Nullable String id) {
        return id == null || id.isBlank()
                ? "call_" + UUID.randomUUID().toString().replace("-", "")
                : id;
    }
}
