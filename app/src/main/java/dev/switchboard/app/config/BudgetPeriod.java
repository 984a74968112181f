package dev.switchboard.app.config;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** After which time a budget is whole again. */
public enum BudgetPeriod {
    HOUR,
    DAY,
    MONTH;

    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
