package dev.switchboard.edge.api;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import org.jspecify.annotations.Nullable;

/** What a person calls a token or a browser: one short line. */
final class GivenName {
    static final int MOST = 100;

    private GivenName() {}

    /** @param purpose what a name is for, to be said to one who gave none */
    static String of(@Nullable String asked, String purpose) {
        var name = asked == null ? "" : asked.strip();
        if (name.isEmpty()) {
            throw invalid("name is required: 1 to %d characters that say %s.".formatted(MOST, purpose));
        }
        if (name.length() > MOST) {
            throw invalid("name may have at most %d characters. Give a shorter one.".formatted(MOST));
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            throw invalid("name may not hold control characters such as tabs or line breaks. Leave them out.");
        }
        return name;
    }

    private static SwitchboardException invalid(String message) {
        return new SwitchboardException(ErrorCode.INVALID, message);
    }
}
