package dev.switchboard.app.config;

import com.fasterxml.jackson.annotation.JsonValue;

/** A value that must not be shown: it prints as stars, so that no log line or message gives it away by accident. */
public record Secret(String value) {
    static final String MASK = "********";

    @Override
    @JsonValue
    public String toString() {
        return MASK;
    }
}
