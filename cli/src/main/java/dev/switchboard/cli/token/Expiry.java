package dev.switchboard.cli.token;

import dev.switchboard.cli.option.WrittenTime;
import dev.switchboard.cli.remote.CommandException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** When a token is to end, as people write it: {@code 30d}, {@code 12h} or {@code 2026-12-01T00:00Z}. */
final class Expiry {
    private static final Pattern DAYS = Pattern.compile("([1-9]\\d{0,4})d");

    private Expiry() {}

    static Instant parse(String text, Instant now) {
        var days = DAYS.matcher(text);
        if (days.matches()) {
            return now.plus(Duration.ofDays(Long.parseLong(days.group(1))));
        }
        return WrittenTime.parse(text).map(now::plus).orElseGet(() -> date(text));
    }

    private static Instant date(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw CommandException.misused(
                    "--expires: \"%s\" is no time — write it like 30d, 12h or 2026-12-01T00:00Z".formatted(text));
        }
    }
}
