package dev.switchboard.cli.option;

import org.jspecify.annotations.Nullable;

/** An option that takes a whole number. */
public final class WholeNumber extends Option {
    private @Nullable Integer number;

    WholeNumber(String name, String label, String description) {
        super(name, label, description);
    }

    /** Null if it was left out. */
    public @Nullable Integer number() {
        return number;
    }

    public void set(@Nullable Integer value) {
        number = value;
    }

    @Override
    boolean take(String written) {
        if (written.length() > 9 || !written.chars().allMatch(Character::isDigit)) {
            return false;
        }
        number = Integer.valueOf(written);
        return true;
    }
}
