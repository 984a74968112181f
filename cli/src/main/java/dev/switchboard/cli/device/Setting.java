package dev.switchboard.cli.device;

import dev.switchboard.cli.option.UserPaths;
import dev.switchboard.cli.option.WrittenTime;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A text and where it came from, so that a complaint can name it. */
record Setting(String source, String text) {
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
        return WrittenTime.parse(text)
                .orElseThrow(() -> wrong("\"%s\" is no time — write it like 30s, 500ms or 2m".formatted(text)));
    }

    Path path() {
        try {
            return UserPaths.expand(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw wrong("\"%s\" is no path (%s) — name another".formatted(text, e.getReason()));
        }
    }
}
