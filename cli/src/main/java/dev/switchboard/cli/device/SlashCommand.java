package dev.switchboard.cli.device;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What can be typed besides messages. */
enum SlashCommand {
    STATUS("where this device is connected and what waits"),
    RETRY("send the last message that failed again"),
    HELP("this list"),
    QUIT("leave, like Ctrl-D; what is unanswered is kept");

    private final String does;

    SlashCommand(String does) {
        this.does = does;
    }

    static @Nullable SlashCommand named(String word) {
        return Stream.of(values())
                .filter(command -> command.word().equals(word))
                .findFirst()
                .orElse(null);
    }

    static List<String> names() {
        return Stream.of(values()).map(SlashCommand::word).toList();
    }

    static String help() {
        return Stream.of(values())
                .map(command -> "%-8s %s".formatted(command.word(), command.does))
                .collect(Collectors.joining("\n", "", "\n//…      send a text that begins with /"));
    }

    private String word() {
        return "/" + name().toLowerCase(Locale.ROOT);
    }
}
