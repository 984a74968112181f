package dev.switchboard.core.run;

/**
 * Whether a call may be begun.
 *
 * @param words what whoever wanted to make the call is told if not: why, and what to do instead
 */
public record Permission(boolean granted, String words) {
    static final Permission GRANTED = new Permission(true, "");

    static Permission refused(String words) {
        return new Permission(false, words);
    }
}
