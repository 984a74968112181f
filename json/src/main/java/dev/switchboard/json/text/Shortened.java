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

    /** Its first so many chars, or one less where that would leave half a character. Nothing tells that it was cut. */
    public static String first(int chars, String text) {
        return text.length() <= chars ? text : text.substring(0, boundary(text, chars));
    }

    /** Its last so many chars, or one less where that would leave half a character. Nothing tells that it was cut. */
    public static String last(int chars, String text) {
        if (text.length() <= chars) {
            return text;
        }
        int from = text.length() - chars;
        return text.substring(boundary(text, from) == from ? from : from + 1);
    }

    /** Where a text can be cut: there, or before the character that is there. */
    private static int boundary(String text, int at) {
        boolean between = at > 0
                && at < text.length()
                && Character.isHighSurrogate(text.charAt(at - 1))
                && Character.isLowSurrogate(text.charAt(at));
        return between ? at - 1 : at;
    }
}
