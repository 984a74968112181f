package dev.switchboard.cli.device;

import java.nio.file.Path;

/** Words about messages that have no answer yet. */
final class UnansweredWords {
    private UnansweredWords() {}

    static String messages(int count) {
        return count == 1 ? "1 message" : count + " messages";
    }

    /** To end a sentence with. */
    static String sentence(int count, Path state) {
        return switch (count) {
            case 0 -> "; no message is left unanswered";
            case 1 -> "; 1 unanswered message is kept in %s, the next connect sends it again".formatted(state);
            default ->
                "; %d unanswered messages are kept in %s, the next connect sends them again".formatted(count, state);
        };
    }
}
