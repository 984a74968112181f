package dev.switchboard.core.money;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What an agent may spend in a period, in millionths of a dollar. Periods begin on the hour, day or month in UTC. */
public record Budget(long limitMicros, Period period) {

    public enum Period {
        HOUR("yyyy-MM-dd'T'HH"),
        DAY("yyyy-MM-dd"),
        MONTH("yyyy-MM");

        private final DateTimeFormatter form;

        Period(String form) {
            this.form = DateTimeFormatter.ofPattern(form, Locale.ROOT).withZone(ZoneOffset.UTC);
        }

        /** The period a moment lies in, by name. */
        public String of(Instant moment) {
            return form.format(moment);
        }

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
