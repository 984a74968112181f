package dev.switchboard.app.command;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 90}, {@code 90s}, {@code 2m} or {@code 500ms}. */
final class Seconds implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,7})(ms|s|m)?");

    @Override
    public Duration convert(String value) {
        var match = FORM.matcher(value);
        if (!match.matches()) {
            throw new TypeConversionException("'%s' is not a time like 90s, 2m or 500ms".formatted(value));
        }
        long number = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "m" -> Duration.ofMinutes(number);
            case null, default -> Duration.ofSeconds(number);
        };
    }
}
