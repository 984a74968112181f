package dev.switchboard.providers;

import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is known of models by the beginning of their names; the longest match counts. */
public final class ContextWindows {
    private static final int UNKNOWN = 32_000;
    /** A local model gets the memory for its window set aside, so a large guess is expensive. */
    private static final int UNKNOWN_LOCAL = 8_192;

    /** @param output how much it writes at most, where it refuses to be asked for more */
    record Row(String prefix, int tokens, @Nullable Integer output) {}

    record Table(List<Row> models) {}

    private static final List<Row> ROWS = read();

    private ContextWindows() {}

    public static int tokens(ModelSettings settings) {
        if (settings.contextTokens() != null) {
            return settings.contextTokens();
        }
        Row row = find(settings.name());
        if (row != null) {
            return row.tokens();
        }
        return settings.provider() == Provider.OLLAMA ? UNKNOWN_LOCAL : UNKNOWN;
    }

    /** What to ask for where a vendor insists on being told. */
    public static int outputTokens(ModelSettings settings, int otherwise) {
        Row row = find(settings.name());
        return row == null || row.output() == null ? otherwise : row.output();
    }

    private static @Nullable Row find(ModelName name) {
        String full = name.toString();
        return ROWS.stream()
                .filter(row -> full.startsWith(row.prefix()))
                .max(Comparator.comparingInt(row -> row.prefix().length()))
                .orElse(null);
    }

    private static List<Row> read() {
        try (InputStream data = Objects.requireNonNull(ContextWindows.class.getResourceAsStream("models.json"))) {
            return Json.mapper().readValue(data, Table.class).models();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
