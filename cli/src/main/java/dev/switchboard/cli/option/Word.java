package dev.switchboard.cli.option;

import org.jspecify.annotations.Nullable;

/** What stands on a command line without an option's name, once at most. */
public final class Word {
    private final String label;
    private final String description;
    private @Nullable String text;

    Word(String label, String description) {
        this.label = label;
        this.description = description;
    }

    public String label() {
        return label;
    }

    public String description() {
        return description;
    }

    /** Null if it was left out. */
    public @Nullable String text() {
        return text;
    }

    public boolean isGiven() {
        return text != null;
    }

    public void set(@Nullable String value) {
        text = value;
    }

    boolean take(String written) {
        boolean first = text == null && !written.isEmpty();
        text = written;
        return first;
    }
}
