package dev.switchboard.providers.price;

import dev.switchboard.core.money.Price;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;

/**
 * The prices of well-known models. Vendors change them, which is why the file says when it was written and why a
 * configured price goes before it; where a vendor asks more for long prompts, the higher price is in the file.
 */
public final class Prices {
    /**
     * What may follow a known name without making it another model: a date, a preview or {@code latest}. A mere
     * beginning is not enough, or {@code gpt-5-pro} would be counted at a tenth of its price.
     */
    private static final Pattern EDITION =
            Pattern.compile("(-(preview|latest|exp))?([-@](\\d{8}|\\d{4}-\\d{2}-\\d{2}|\\d{2}-\\d{2}|\\d{2}-\\d{4}))?");

    /** Amounts of money are read as they are written. */
    private static final ObjectReader AS_WRITTEN =
            Json.mapper().reader().with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** @param model a full name; one that ends in a slash stands for all of its provider's */
    record Row(String model, BigDecimal inputPerMillion, BigDecimal outputPerMillion) {}

    record Table(String noted, List<Row> models) {}

    private final Table table;

    private Prices(Table table) {
        this.table = table;
    }

    /** What this release knows. */
    public static Prices known() {
        try (InputStream data = Objects.requireNonNull(Prices.class.getResourceAsStream("prices.json"))) {
            return new Prices(table(AS_WRITTEN.readTree(data)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By hand: a start of the gateway waits for it, and Jackson takes longer to learn two records than to read this. */
    private static Table table(JsonNode data) {
        var rows = new ArrayList<Row>();
        for (JsonNode row : data.required("models")) {
            rows.add(new Row(
                    row.required("model").stringValue(),
                    row.required("inputPerMillion").decimalValue(),
                    row.required("outputPerMillion").decimalValue()));
        }
        return new Table(data.required("noted").stringValue(), rows);
    }

    /** When the prices were looked up. */
    public LocalDate noted() {
        return LocalDate.parse(table.noted());
    }

    /** @param model {@code provider/name} or {@code offline} */
    public Optional<Price> of(String model) {
        return table.models().stream()
                .filter(row -> names(row, model))
                .reduce((one, other) -> one.model().length() > other.model().length() ? one : other)
                .map(row -> new Price(row.inputPerMillion(), row.outputPerMillion()));
    }

    private static boolean names(Row row, String model) {
        return model.startsWith(row.model())
                && (row.model().endsWith("/")
                        || EDITION.matcher(model)
                                .region(row.model().length(), model.length())
                                .matches());
    }
}
