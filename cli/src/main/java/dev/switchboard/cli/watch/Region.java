package dev.switchboard.cli.watch;

import java.io.PrintWriter;
import java.util.List;
import org.jline.utils.AttributedString;

/**
 * The last lines of a terminal, which are drawn again in their place; what stays is printed above them. A line that is too
 * wide is cut, because one that breaks would take two. Not thread-safe.
 */
final class Region {
    private final PrintWriter out;
    private int rows;
    private int columns;
    /** As they are on the screen. */
    private List<String> drawn = List.of();

    Region(PrintWriter out, int rows, int columns) {
        this.out = out;
        this.rows = rows;
        this.columns = columns;
    }

    /** What was drawn may be anywhere now: begins at the top of an empty window. */
    void resize(int newRows, int newColumns) {
        rows = newRows;
        columns = newColumns;
        drawn = List.of();
        out.print("\u001b[2J\u001b[H");
    }

    /** How many lines fit. */
    int height() {
        return Math.max(1, rows - 1);
    }

    /** Of more lines than fit the last are shown. */
    void draw(List<String> lines) {
        var next = lines.subList(Math.max(0, lines.size() - height()), lines.size()).stream()
                .map(this::fitted)
                .toList();
        if (!next.equals(drawn)) {
            clear();
            out.print(String.join("\n", next));
            out.flush();
            drawn = next;
        }
    }

    /** These stay, whole; the region begins anew below them. */
    void print(List<String> lines) {
        clear();
        lines.forEach(line -> out.print(line + "\n"));
        out.flush();
    }

    /** What was drawn last stays. */
    void leave() {
        if (!drawn.isEmpty()) {
            out.print("\n");
            out.flush();
            drawn = List.of();
        }
    }

    private void clear() {
        if (!drawn.isEmpty()) {
            out.print("\r");
            if (drawn.size() > 1) {
                out.print("\u001b[%dA".formatted(drawn.size() - 1));
            }
            out.print("\u001b[J");
            drawn = List.of();
        }
    }

    private String fitted(String line) {
        // By what it takes on the screen: a Chinese letter is two columns wide. One is left free for the cursor.
        var whole = AttributedString.fromAnsi(line);
        return whole.columnLength() < columns
                ? line
                : whole.columnSubSequence(0, columns - 2).toAnsi() + "…";
    }
}
