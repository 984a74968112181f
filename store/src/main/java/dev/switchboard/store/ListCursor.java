package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A place in a list that is ordered by time and row, newest first; all that comes lies before it. */
record ListCursor(long at, long row) {
    static final ListCursor START = new ListCursor(Long.MAX_VALUE, Long.MAX_VALUE);

    private static final Pattern FORM = Pattern.compile("(-?[0-9a-z]{1,13})\\.(-?[0-9a-z]{1,13})");

    /** @param name as {@link #name} made it; null for the beginning */
    static ListCursor named(@Nullable String name) {
        if (name == null) {
            return START;
        }
        var parts = FORM.matcher(name);
        try {
            if (parts.matches()) {
                return new ListCursor(
                        Long.parseLong(parts.group(1), Character.MAX_RADIX),
                        Long.parseLong(parts.group(2), Character.MAX_RADIX));
            }
        } catch (NumberFormatException e) {
            throw unusable(e);
        }
        throw unusable(null);
    }

    String name() {
        return Long.toString(at, Character.MAX_RADIX) + "." + Long.toString(row, Character.MAX_RADIX);
    }

    private static SwitchboardException unusable(@Nullable NumberFormatException cause) {
        var words = "before must be the next of a page before. Leave it out to begin with the newest.";
        return cause == null
                ? new SwitchboardException(ErrorCode.INVALID, words)
                : new SwitchboardException(ErrorCode.INVALID, words, cause);
    }
}
