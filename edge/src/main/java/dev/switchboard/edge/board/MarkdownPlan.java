package dev.switchboard.edge.board;

import dev.switchboard.core.tool.Plan;
import dev.switchboard.core.tool.Plan.Status;
import dev.switchboard.core.tool.Plan.Step;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plans as Markdown: the items of its lists are the steps, a heading before them is the goal. */
final class MarkdownPlan {
    private static final Pattern ITEM =
            Pattern.compile("\\s*(?:[-*+]|\\d{1,4}[.)])\\s+(?:\\[([ xX~!/-])]\\s+)?(\\S.*)");
    private static final Pattern HEADING = Pattern.compile("#{1,6}\\s+(\\S.*)");

    private MarkdownPlan() {}

    /** Empty if there is no list in it. */
    static Optional<Plan> read(String markdown) {
        var steps = new ArrayList<Step>();
        String goal = null;
        for (var line : markdown.lines().toList()) {
            var item = ITEM.matcher(line);
            if (item.matches()) {
                steps.add(
                        new Step(String.valueOf(steps.size() + 1), item.group(2).strip(), status(item.group(1))));
                continue;
            }
            var heading = HEADING.matcher(line);
            if (goal == null && steps.isEmpty() && heading.matches()) {
                goal = heading.group(1).strip();
            }
        }
        return steps.isEmpty() ? Optional.empty() : Optional.of(new Plan(goal, steps));
    }

    static String write(Plan plan) {
        var steps = plan.steps().stream()
                .map(step -> "- [%s] %s".formatted(mark(step.status()), oneLine(step.title())))
                .collect(Collectors.joining("\n"));
        return plan.goal() == null ? steps : "# %s\n\n%s".formatted(oneLine(plan.goal()), steps);
    }

    /** Else the rest of it would be a step of its own. */
    private static String oneLine(String text) {
        return text.strip().replaceAll("\\R+", " ");
    }

    private static Status status(@Nullable String mark) {
        return switch (mark) {
            case "x", "X" -> Status.COMPLETED;
            case "~", "/" -> Status.IN_PROGRESS;
            case "!" -> Status.BLOCKED;
            case null, default -> Status.PENDING;
        };
    }

    private static String mark(Status status) {
        return switch (status) {
            case COMPLETED -> "x";
            case IN_PROGRESS -> "~";
            case BLOCKED -> "!";
            case PENDING -> " ";
        };
    }
}
