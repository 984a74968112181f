package dev.switchboard.app.command;

import dev.switchboard.app.conformance.Report;
import dev.switchboard.app.conformance.Row;
import dev.switchboard.app.conformance.Verdict;
import dev.switchboard.json.Json;
import java.util.Locale;

/** Shows a conformance report: a table for a person or one JSON object for a program. */
final class ReportPage {
    private final Screen screen;
    private final boolean json;

    ReportPage(Screen screen, boolean json) {
        this.screen = screen;
        this.json = json;
    }

    /** Returns the exit code: 0 when no row failed. */
    int show(Report report) {
        if (json) {
            screen.out().println(tree(report));
        } else {
            screen.out().println();
            report.rows().forEach(this::show);
            screen.out().println();
            screen.out().println(report.conclusion());
        }
        return report.passed() ? 0 : Complaints.FAILED;
    }

    private void show(Row row) {
        String word = "%-8s".formatted(row.verdict().word());
        screen.out().println("%s  %s".formatted(screen.painted(colour(row.verdict()), word), row.title()));
        if (!row.note().isEmpty()) {
            screen.out().println("          " + row.note());
        }
        row.frames().forEach(frame -> screen.out().println(screen.painted("2", "          " + frame)));
    }

    private static String colour(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "32";
            case FAIL -> "1;31";
            case NOT_SEEN -> "33";
            case LOOK -> "36";
        };
    }

    private static String tree(Report report) {
        var tree = Json.mapper().createObjectNode();
        tree.put("subject", report.subject()).put("passed", report.passed()).put("conclusion", report.conclusion());
        var rows = tree.putArray("rows");
        for (var row : report.rows()) {
            var line = rows.addObject()
                    .put("id", row.id())
                    .put("title", row.title())
                    .put("verdict", row.verdict().name().toLowerCase(Locale.ROOT))
                    .put("note", row.note());
            var frames = line.putArray("frames");
            row.frames().forEach(frames::add);
        }
        return tree.toString();
    }
}
