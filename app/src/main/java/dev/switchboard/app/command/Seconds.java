package dev.switchboard.app.command;

import dev.switchboard.cli.option.WrittenTime;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 90s}, {@code 2m} or {@code 500ms}. */
final class Seconds implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
        return WrittenTime.parse(value)
                .orElseThrow(
                        () -> new TypeConversionException("'%s' is not a time like 90s, 2m or 500ms".formatted(value)));
    }
}
