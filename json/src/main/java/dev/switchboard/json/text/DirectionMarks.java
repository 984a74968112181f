package dev.switchboard.json.text;

/**
 * Characters that show nothing and reverse the reading direction of what stands around them, so that a command can look like
 * another one. Where people read texts of others they are written out.
 */
public final class DirectionMarks {
    private DirectionMarks() {}

    public static boolean is(int character) {
        return (character >= 0x202A && character <= 0x202E)
                || (character >= 0x2066 && character <= 0x2069)
                || character == 0x200E
                || character == 0x200F
                || character == 0x061C;
    }

    /** As it is shown: {@code <U+202E>}. */
    public static String written(int mark) {
        return "<U+%04X>".formatted(mark);
    }
}
