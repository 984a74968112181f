package dev.switchboard.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was measured: remarks as they come, and at the end the table of targets. */
final class Report {
    private record Row(String what, String target, String measured, boolean ok) {}

    private final PrintStream out;
    private final List<Row> rows = new ArrayList<>();

    Report(PrintStream out) {
        this.out = out;
    }

    void title(String title) {
        out.println();
        out.println("== " + title);
        out.flush();
    }

    void say(String format, Object... values) {
        out.println("   " + String.format(Locale.ROOT, format, values));
        out.flush();
    }

    void row(String what, String target, String measured, boolean ok) {
        rows.add(new Row(what, target, measured, ok));
    }

    void table() {
        int what = width(rows.stream().map(Row::what).toList(), "what");
        int target = width(rows.stream().map(Row::target).toList(), "must reach");
        int measured = width(rows.stream().map(Row::measured).toList(), "measured");
        var line = "| %-" + what + "s | %-" + target + "s | %-" + measured + "s | %-6s |%n";
        out.println();
        out.printf(Locale.ROOT, line, "what", "must reach", "measured", "");
        out.printf(
                Locale.ROOT,
                "|%s|%s|%s|--------|%n",
                "-".repeat(what + 2),
                "-".repeat(target + 2),
                "-".repeat(measured + 2));
        for (var row : rows) {
            out.printf(Locale.ROOT, line, row.what(), row.target(), row.measured(), row.ok() ? "ok" : "missed");
        }
        out.flush();
    }

    private static int width(List<String> cells, String title) {
        return cells.stream().mapToInt(String::length).reduce(title.length(), Math::max);
    }
}
