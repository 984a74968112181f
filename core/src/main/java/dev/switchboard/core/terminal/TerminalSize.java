package dev.switchboard.core.terminal;

/** How many characters a terminal shows. */
public record TerminalSize(int rows, int cols) {
    public static final TerminalSize DEFAULT = new TerminalSize(24, 80);

    private static final int MOST = 1000;

    public TerminalSize {
        check("rows", rows);
        check("cols", cols);
    }

    private static void check(String name, int value) {
        if (value < 1 || value > MOST) {
            throw new IllegalArgumentException("%s must be from 1 to %d; was %d".formatted(name, MOST, value));
        }
    }
}
