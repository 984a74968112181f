package dev.switchboard.cli.option;

import org.jspecify.annotations.Nullable;

/** An option that takes a text; of several the last one counts, so that a script can be given another. */
public final class Text extends Option {
    private @Nullable String text;

    Text(String name, String label, String description) {
        super(name, label, description);
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

    @Override
    boolean take(String written) {
        text = written;
        return true;
    }
}
