package dev.switchboard.cli.device;

import dev.switchboard.cli.option.Text;
import dev.switchboard.cli.option.UserPaths;
import dev.switchboard.cli.option.WrittenTime;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A text and where it came from, so that a complaint can name it. */
record Setting(String source, String text) {
    /** Null if it was left out. */
    static @Nullable Setting of(Text option) {
        var text = option.text();
        return text == null ? null : new Setting(option.name(), text);
    }

    /** Null if it says nothing. */
    static @Nullable Setting of(String variable, Map<String, String> environment) {
        var set = environment.getOrDefault(variable, "");
        return set.isBlank() ? null : new Setting(variable, set);
    }

    /** The option, else the variable; null if neither says anything. */
    static @Nullable Setting of(Text option, String variable, Map<String, String> environment) {
        return option.isGiven() ? of(option) : of(variable, environment);
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
