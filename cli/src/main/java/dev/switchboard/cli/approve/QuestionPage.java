package dev.switchboard.cli.approve;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.json.text.Shortened;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A question as a person reads it. What the gateway says stands at the margin; what the agent wants stands further in,
 * and none of its characters can leave that place.
 */
public final class QuestionPage {
    /** Of a text that is not a command: a command is always shown to its end. */
    private static final int MAX_TEXT = 400;

    private static final String MARGIN = "    ";
    private static final String GUTTER = "    | ";
    private static final String COMMAND = "command";

    private final boolean colour;

    public QuestionPage(boolean colour) {
        this.colour = colour;
    }

    public List<String> lines(Question question, String shortId, Instant now) {
        var lines = new ArrayList<String>();
        lines.add("%s  %s  %s"
                .formatted(
                        painted("1;33", Visible.line(shortId)),
                        painted("1", Visible.line(question.tool())),
                        timeLeft(question.expiresAt(), now)));
        var notes = new ArrayList<String>();
        for (var argument : question.arguments().properties()) {
            lines.addAll(argument(argument.getKey(), argument.getValue(), notes));
        }
        lines.addAll(notes);
        var folder = folder(question);
        if (folder != null) {
            lines.add("  folder   " + folder);
        }
        if (!question.session().isEmpty()) {
            lines.add("  session  " + Visible.line(question.session()));
        }
        lines.add("  reason   " + Visible.line(question.reason()));
        return lines;
    }

    static String timeLeft(@Nullable Instant expiresAt, Instant now) {
        if (expiresAt == null) {
            return "time left unknown";
        }
        var left = Duration.between(now, expiresAt);
        if (left.isNegative() || left.isZero()) {
            return "time is up";
        }
        return left.toMinutes() >= 1 ? left.toMinutes() + " min left" : Math.max(1, left.toSeconds()) + " s left";
    }

    private List<String> argument(String name, JsonNode value, List<String> notes) {
        boolean isCommand = name.equals(COMMAND);
        var text = value.isString() ? value.stringValue() : value.toString();
        var shown = isCommand ? text : Shortened.first(MAX_TEXT, text);
        var lines = new ArrayList<String>();
        for (var line : Visible.lines(shown)) {
            var written = isCommand ? painted("1", line) : line;
            lines.add(lines.isEmpty() ? MARGIN + Visible.line(name) + ": " + written : GUTTER + written);
        }
        if (shown.length() < text.length()) {
            notes.add("  note     %s has %,d characters, of which the first %,d are shown; approve --json shows all"
                    .formatted(Visible.line(name), text.length(), shown.length()));
        }
        return lines;
    }

    /** Where a command runs, told by us also when the agent did not say it. */
    private static @Nullable String folder(Question question) {
        if (!question.effect().equals("execute")
                || !question.arguments().path(COMMAND).isString()) {
            return null;
        }
        var cwd = question.arguments().path("cwd");
        return cwd.isString() ? Visible.line(cwd.stringValue()) + ", of the workspace" : "the workspace";
    }

    private String painted(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
