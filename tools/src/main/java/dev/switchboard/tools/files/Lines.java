package dev.switchboard.tools.files;

/** Counts lines as editors do: the last one need not end in a line break. */
final class Lines {
    private Lines() {}

    static long in(String text) {
        long breaks = breaks(text);
        return text.isEmpty() || text.endsWith("\n") ? breaks : breaks + 1;
    }

    /** The line that a position is in. */
    static long at(String text, int position) {
        return 1 + breaks(text.substring(0, position));
    }

    private static long breaks(String text) {
        return text.chars().filter(character -> character == '\n').count();
    }
}
