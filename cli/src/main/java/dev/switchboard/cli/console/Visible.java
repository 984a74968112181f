package dev.switchboard.cli.console;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Texts of others so that all of them is seen: what a terminal would act on, hide, reorder or show as a plain blank
 * stands there as {@code \n}, {@code \t}, {@code \r} or {@code <U+202E>}.
 */
public final class Visible {
    /** Letters and marks that show nothing: fillers, joiners, variation selectors, the empty Braille pattern. */
    private static final int[][] INVISIBLE = {
        {0x034F, 0x034F},
        {0x115F, 0x1160},
        {0x17B4, 0x17B5},
        {0x180B, 0x180F},
        {0x2800, 0x2800},
        {0x3164, 0x3164},
        {0xFE00, 0xFE0F},
        {0xFFA0, 0xFFA0},
        {0xE0100, 0xE01EF}
    };

    private Visible() {}

    public static String line(String text) {
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(character -> append(shown, character));
        return shown.toString();
    }

    /** Broken where the text breaks its lines, each break still shown. */
    public static List<String> lines(String text) {
        return Arrays.stream(text.split("(?<=\n)")).map(Visible::line).toList();
    }

    private static void append(StringBuilder shown, int character) {
        switch (character) {
            case '\n' -> shown.append("\\n");
            case '\t' -> shown.append("\\t");
            case '\r' -> shown.append("\\r");
            default -> {
                if (isSeen(character)) {
                    shown.appendCodePoint(character);
                } else {
                    shown.append("<U+%04X>".formatted(character));
                }
            }
        }
    }

    private static boolean isSeen(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.ENCLOSING_MARK -> false;
            case Character.SPACE_SEPARATOR -> character == ' ';
            default ->
                IntStream.range(0, INVISIBLE.length)
                        .noneMatch(i -> INVISIBLE[i][0] <= character && character <= INVISIBLE[i][1]);
        };
    }
}
