package dev.switchboard.core.model.offline;

import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.ModelRequest.Purpose;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands in when no model is configured: deterministic, needs no network, and says plainly that it is no model. It
 * understands a few sentences, calls the tools they ask for one after the other, and tells what came of it.
 *
 * <p>It keeps nothing between two calls. What was done for the message at hand is read off the results behind it: each
 * wish takes the next result, and the first wish without one is what is called now.
 *
 * <p>No regular expressions and no streams: the benchmarks use it as the model that costs nothing.
 */
public final class OfflineModel implements Model {
    private static final String CALL = "call_offline_";

    @Override
    public String name() {
        return "offline";
    }

    @Override
    public int contextTokens() {
        return 8_000;
    }

    @Override
    public ModelReply answer(ModelRequest request, ModelListener listener) {
        var messages = request.messages();
        if (request.purpose() == Purpose.SUMMARY) {
            return say(Extract.summary(messages), listener);
        }
        int last = messages.size() - 1;
        while (last >= 0 && !(messages.get(last) instanceof ModelMessage.User)) {
            last--;
        }
        String asked =
                last < 0 ? "" : ((ModelMessage.User) messages.get(last)).text().strip();
        var results = new ArrayList<ModelMessage.ToolResult>();
        for (int i = last + 1; i < messages.size(); i++) {
            if (messages.get(i) instanceof ModelMessage.ToolResult result) {
                results.add(result);
            }
        }
        return answer(asked, results, request, messages.subList(0, Math.max(0, last)), listener);
    }

    private static ModelReply answer(
            String asked,
            List<ModelMessage.ToolResult> results,
            ModelRequest request,
            List<ModelMessage> earlier,
            ModelListener listener) {
        var wishes = wishes(asked);
        if (wishes == null) {
            return say(results.isEmpty() ? notUnderstood(asked) : told(results), listener);
        }
        var planner = new Planner(request.tools(), earlier);
        var words = new ArrayList<String>();
        String terminal = Terminals.last(earlier);
        int done = 0;
        for (int i = 0; i < wishes.size(); i++) {
            switch (planner.plan(wishes.get(i), terminal)) {
                case Step.Say(var said) -> words.add(said);
                case Step.Call call -> {
                    if (done == results.size()) {
                        return call(call, request.messages(), listener);
                    }
                    var result = results.get(done++);
                    words.add(ResultWords.of(result));
                    if (!ResultWords.succeeded(result)) {
                        if (i < wishes.size() - 1) {
                            words.add("I did not go on with the rest.");
                        }
                        return say(String.join("\n\n", words), listener);
                    }
                    String made = Terminals.made(result);
                    terminal = made == null ? terminal : made;
                }
            }
        }
        return say(String.join("\n\n", words), listener);
    }

    /** All that the message asks for; null if there is anything in it that is not understood. */
    private static @Nullable List<Wish> wishes(String asked) {
        var sentences = Sentences.of(asked);
        if (sentences.size() > Sentences.MOST) {
            return null;
        }
        var wishes = new ArrayList<Wish>(sentences.size());
        boolean greeted = false;
        for (String sentence : sentences) {
            Wish wish = WishReader.read(sentence);
            switch (wish) {
                case Wish.Unknown() -> {
                    return null;
                }
                case Wish.Greeting() -> greeted = true;
                case Wish.Courtesy() -> {}
                default -> wishes.add(wish);
            }
        }
        if (wishes.isEmpty() && greeted) {
            wishes.add(new Wish.Greeting());
        }
        return wishes.isEmpty() ? null : wishes;
    }

    /** Nothing is done by halves: what stands beside the part that was not understood may change its meaning. */
    private static String notUnderstood(String asked) {
        var sentences = Sentences.of(asked);
        if (sentences.size() > Sentences.MOST) {
            return "That is more than %d things at once, so I did none of them. Send them in smaller parts."
                    .formatted(Sentences.MOST);
        }
        for (String sentence : sentences) {
            if (sentences.size() > 1 && WishReader.read(sentence) instanceof Wish.Unknown) {
                return """
                    I did nothing, because I did not understand this part: "%s"
                    No language model is connected. Say "help" to see what I understand.\
                    """.formatted(Extract.line(sentence));
            }
        }
        return "I heard you: \"" + Extract.line(asked) + "\"\n"
                + "No language model is connected, so that is all I can do with it; I do remember it (ask \"what did I"
                + " say\").\nSay \"help\" to see how to connect a model.";
    }

    private static String told(List<ModelMessage.ToolResult> results) {
        var words = new ArrayList<String>();
        results.forEach(result -> words.add(ResultWords.of(result)));
        return String.join("\n\n", words);
    }

    private static ModelReply say(String text, ModelListener listener) {
        listener.text(text);
        return ModelReply.text(text);
    }

    private static ModelReply call(Step.Call step, List<ModelMessage> messages, ModelListener listener) {
        String arguments = Json.mapper().writeValueAsString(step.arguments());
        var call = new ToolCall(nextId(messages), step.tool(), arguments);
        if (!step.note().isEmpty()) {
            listener.text(step.note());
        }
        listener.toolCall(0, call.id(), call.name(), call.arguments());
        return new ModelReply(step.note(), null, List.of(call), null, ModelReply.Finish.TOOL_CALLS);
    }

    /** Larger than any in sight, and than the conversation is long: a history that lost its calls must not repeat them. */
    private static String nextId(List<ModelMessage> messages) {
        int largest = messages.size();
        for (ModelMessage message : messages) {
            if (message instanceof ModelMessage.Assistant said) {
                for (ToolCall call : said.toolCalls()) {
                    largest = Math.max(largest, number(call.id()));
                }
            }
        }
        return CALL + (largest + 1);
    }

    private static int number(String id) {
        if (!id.startsWith(CALL) || id.length() > CALL.length() + 9) {
            return 0;
        }
        int number = 0;
        for (int i = CALL.length(); i < id.length(); i++) {
            int digit = Character.digit(id.charAt(i), 10);
            if (digit < 0) {
                return 0;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
