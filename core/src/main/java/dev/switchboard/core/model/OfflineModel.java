package dev.switchboard.core.model;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Stands in when no model is configured: deterministic, needs no network, and says plainly that it is no model. It
 * remembers what was said in the session, which is enough to try everything a device does.
 */
public final class OfflineModel implements Model {
    private static final int SHOWN = 10;
    private static final Pattern MEMORY =
            Pattern.compile("\\b(what (did|have) i (say|said|tell|told)|what i said|show history|my messages)\\b");
    private static final Pattern CLOSING_MARKS = Pattern.compile("[!.。！]+$");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern HELP = Pattern.compile("^(help|\\?|/help|what can you do.*)$");

    private static final String HOW_TO_CONNECT = """
        To connect a model, do one of these and start the gateway again:
        - set ANTHROPIC_API_KEY or OPENAI_API_KEY (OPENAI_BASE_URL for anything that speaks its protocol)
        - start Ollama on this machine
        - name one in the configuration: "agents": {"default": {"model": "openai/gpt-5-mini", "apiKey": "${MY_KEY}"}}\
        """;

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
        int last = messages.size() - 1;
        while (last > 0 && !(messages.get(last) instanceof ModelMessage.User)) {
            last--;
        }
        var asked = ((ModelMessage.User) messages.get(last)).text();
        var text = reply(asked.strip(), messages.subList(0, last));
        listener.text(text);
        return ModelReply.text(text);
    }

    private static String reply(String asked, List<ModelMessage> earlier) {
        var plain = CLOSING_MARKS.matcher(asked.toLowerCase(Locale.ROOT)).replaceAll("");
        if (HELP.matcher(plain).matches()) {
            return """
                I am the offline agent, not a language model. I understand:
                - "what did I say": what you told me in this conversation
                - "help": this text

                """ + HOW_TO_CONNECT;
        }
        if (MEMORY.matcher(plain).find()) {
            return remembered(earlier.stream()
                    .filter(ModelMessage.User.class::isInstance)
                    .map(message -> ((ModelMessage.User) message).text())
                    .toList());
        }
        return """
            I heard you: "%s"
            No language model is connected, so that is all I can do with it; I do remember it (ask "what did I say").
            Say "help" to see how to connect a model.\
            """.formatted(shortened(asked));
    }

    private static String remembered(List<String> earlier) {
        if (earlier.isEmpty()) {
            return "You have not said anything before this in our conversation.";
        }
        var from = Math.max(0, earlier.size() - SHOWN);
        var lines = IntStream.range(from, earlier.size())
                .mapToObj(i -> "- " + shortened(earlier.get(i)))
                .collect(Collectors.joining("\n"));
        return (from == 0 ? "You said:\n" : "The last %d things you said:\n".formatted(SHOWN)) + lines;
    }

    private static String shortened(String text) {
        var line = BLANKS.matcher(text.strip()).replaceAll(" ");
        return line.codePointCount(0, line.length()) <= 200
                ? line
                : line.substring(0, line.offsetByCodePoints(0, 199)) + "…";
    }
}
