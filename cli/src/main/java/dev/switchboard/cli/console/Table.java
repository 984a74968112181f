package dev.switchboard.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Rows as a person reads them, in columns as wide as they need to be. */
public final class Table {
    private Table() {}

    /** @param rows each with as many cells as the head */
    public static List<String> lines(List<String> head, List<List<String>> rows) {
        var all = Stream.concat(Stream.of(head), rows.stream()).toList();
        var widths = new int[head.size()];
        for (var row : all) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], width(row.get(column)));
            }
        }
        var lines = new ArrayList<String>();
        for (var row : all) {
            var line = new StringBuilder();
            for (int column = 0; column < widths.length - 1; column++) {
                var cell = row.get(column);
                line.append(cell).repeat(' ', widths[column] - width(cell)).append("  ");
            }
            lines.add(line.append(row.getLast()).toString());
        }
        return lines;
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
