package dev.switchboard.app.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used. The message is for a person: one mistake is one line. */
public final class InvalidConfigException extends RuntimeException {
    private final transient List<Mistake> mistakes;

    InvalidConfigException(List<Mistake> mistakes) {
        this("", mistakes);
    }

    /** @param source the file the mistakes are in, or empty */
    InvalidConfigException(String source, List<Mistake> mistakes) {
        super(sentence(source, mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    public List<Mistake> mistakes() {
        return mistakes;
    }

    private static String sentence(String source, List<Mistake> mistakes) {
        if (mistakes.size() == 1) {
            return source.isEmpty() ? mistakes.getFirst().toString() : source + ": " + mistakes.getFirst();
        }
        return mistakes.stream()
                .map(mistake -> "\n  " + mistake)
                .collect(Collectors.joining(
                        "",
                        "%s: %d mistakes".formatted(source.isEmpty() ? "configuration" : source, mistakes.size()),
                        ""));
    }
}
