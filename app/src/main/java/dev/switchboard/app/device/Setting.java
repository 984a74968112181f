package dev.switchboard.app.device;

import dev.switchboard.app.config.UserPaths;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A text and where it came from, so that a complaint can name it. */
record Setting(String source, String text) {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    /** The option, else the variable; null if neither says anything. */
    static @Nullable Setting of(
            String option, @Nullable String value, String variable, Map<String, String> environment) {
        if (value != null) {
            return new Setting(option, value);
        }
        var set = environment.getOrDefault(variable, "");
        return set.isBlank() ? null : new Setting(variable, set);
    }

    WrongOptionException wrong(String whatAndFix) {
        return new WrongOptionException(source, whatAndFix);
    }

    Duration duration() {
        var time = TIME.matcher(text);
        if (!time.matches()) {
            throw wrong("\"%s\" is no time — write it like 30s, 500ms or 2m".formatted(text));
        }
        long amount = Long.parseLong(time.group(1));
        if (amount == 0) {
            throw wrong("\"%s\" is no time at all — write at least 1ms".formatted(text));
        }
        return switch (time.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }

    Path path() {
        try {
            return UserPaths.expand(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw wrong("\"%s\" is no path (%s) — name another".formatted(text, e.getReason()));
        }
    }
}
