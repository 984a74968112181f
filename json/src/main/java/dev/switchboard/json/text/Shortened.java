package dev.switchboard.json.text;

/** A text that may be too long for where it is shown. */
public final class Shortened {
    /** Stands for what was left out. */
    public static final String CUT = "…";

    private Shortened() {}

    /** At most so many characters with the mark of the cut, which is between characters and never inside one. */
    public static String to(int most, String text) {
        return text.length() <= most || text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most - 1)) + CUT;
    }
}
