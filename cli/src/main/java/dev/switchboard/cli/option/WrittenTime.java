package dev.switchboard.cli.option;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** A length of time as people write it on a command line: {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}. */
public final class WrittenTime {
    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,8})(ms|s|m|h)");

    private WrittenTime() {}

    /** Empty if it is written in any other way, or is no time at all. */
    public static Optional<Duration> parse(String text) {
        var match = FORM.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(match.group(1));
        return Optional.of(
                switch (match.group(2)) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    default -> Duration.ofHours(amount);
                });
    }
}
