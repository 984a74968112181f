package dev.switchboard.providers.vendor;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.providers.ModelSettings;
import dev.switchboard.providers.Provider;

/** A trouble as a failure: whose it is, and a sentence that names the model and the next step. */
final class Failures {
    private final ModelSettings settings;

    Failures(ModelSettings settings) {
        this.settings = settings;
    }

    SwitchboardException of(Trouble trouble, int tries) {
        return switch (trouble) {
            case Trouble.Unreachable(var cause, boolean timedOut) ->
                new SwitchboardException(
                        timedOut ? ErrorCode.MODEL_TIMEOUT : ErrorCode.MODEL_UNAVAILABLE,
                        "%s cannot be reached at %s%s. %s"
                                .formatted(settings.model(), settings.server(), after(tries), howToReach()),
                        cause);
            case Trouble.Cut(String how) ->
                unavailable("%s gave no whole answer%s: %s. Try again in a few minutes."
                        .formatted(settings.model(), after(tries), how));
            case Trouble.Status status when status.mayPass() -> unavailable(overloaded(status, tries));
            case Trouble.Status status -> refused(refusal(status));
            case Trouble.ToldInStream told
            when told.passing() ->
                unavailable("%s broke its answer off%s%s. Try again in a few minutes."
                        .formatted(settings.model(), after(tries), quoted(told.words())));
            case Trouble.ToldInStream told ->
                refused("%s refused to go on%s. Change the request or the model."
                        .formatted(settings.model(), quoted(told.words())));
            case Trouble.NoAnswer(String contentType) ->
                unavailable("%s is asked at %s, but what came (%s) is no answer of a model. Check the base URL."
                        .formatted(settings.model(), settings.server(), contentType));
            case Trouble.TooSlow(String what, var limit) ->
                new SwitchboardException(
                        ErrorCode.MODEL_TIMEOUT,
                        "%s %s within %s. Try again, or choose a faster model or a longer limit."
                                .formatted(settings.model(), what, seconds(limit.toMillis())));
        };
    }

    private String overloaded(Trouble.Status status, int tries) {
        return status.code() == 429
                ? "%s is over its rate limit or quota (429)%s%s. Wait a little, or check the plan of the key."
                        .formatted(settings.model(), after(tries), quoted(status.words()))
                : "%s is overloaded or down (%d)%s%s. Try again in a few minutes."
                        .formatted(settings.model(), status.code(), after(tries), quoted(status.words()));
    }

    private String refusal(Trouble.Status status) {
        String words = quoted(status.words());
        // Gemini answers a wrong key with 400.
        if (status.code() == 401 || status.code() == 403 || status.words().contains("API key not valid")) {
            return "%s refused the key (%d)%s. Check the key: %s or the agent's apiKey."
                    .formatted(
                            settings.model(),
                            status.code(),
                            words,
                            settings.provider().keyVariable());
        }
        if (status.code() == 404) {
            return "%s is not known at %s (404)%s. Check the model's name and the base URL%s."
                    .formatted(settings.model(), settings.server(), words, pull());
        }
        if (status.code() / 100 == 3) {
            return "%s is asked at %s, which points elsewhere (%d). Check the base URL."
                    .formatted(settings.model(), settings.server(), status.code());
        }
        return "%s refused the request (%d)%s. Check the model's name and settings, or start a new conversation."
                .formatted(settings.model(), status.code(), words);
    }

    private String howToReach() {
        return settings.provider() == Provider.OLLAMA
                ? "Check that Ollama is running (ollama serve) and the base URL."
                : "Check the network and the base URL.";
    }

    private String pull() {
        return settings.provider() == Provider.OLLAMA
                ? ", or run: ollama pull " + settings.name().name()
                : "";
    }

    private static String after(int tries) {
        return tries == 1 ? "" : " after %d tries".formatted(tries);
    }

    private static String quoted(String words) {
        return words.isEmpty() ? "" : ": “" + words + "”";
    }

    private static String seconds(long millis) {
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }

    private static SwitchboardException unavailable(String sentence) {
        return new SwitchboardException(ErrorCode.MODEL_UNAVAILABLE, sentence);
    }

    private static SwitchboardException refused(String sentence) {
        return new SwitchboardException(ErrorCode.MODEL_REFUSED, sentence);
    }
}
