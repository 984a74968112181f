package dev.switchboard.core.tool;

import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.Plan.Status;
import dev.switchboard.core.tool.Plan.Step;
import dev.switchboard.json.Json;
import dev.switchboard.json.text.NearestWord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a plan or moves its steps, so that people see where the work stands. Touches nothing but the plan. */
public final class UpdatePlan implements Tool {
    private static final int MAX_STEPS = 100;
    private static final int MAX_TITLE = 500;

    private static final ToolSpec SPEC = new ToolSpec(
            "update_plan",
            "Show the person your plan and how far you are. Give every step, each with its title and status; or only"
                + " the steps that moved, each with its id and new status. Keep exactly one step in_progress while you"
                + " work.",
            Json.mapper().readTree("""
                {"type":"object","properties":{
                  "goal":{"type":"string","description":"what the plan is for"},
                  "steps":{"type":"array","items":{"type":"object","properties":{
                    "id":{"type":"string","description":"as the plan names it; a new step may leave it out"},
                    "title":{"type":"string"},
                    "status":{"type":"string","enum":["pending","in_progress","completed","blocked"]}},
                    "required":["status"]}}},
                 "required":["steps"]}\
                """));

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Effect effect() {
        return Effect.READ;
    }

    /** A plan that is written twice is the later one. */
    @Override
    public boolean runsBesideOthers() {
        return false;
    }

    @Override
    public ToolResult run(ObjectNode arguments, ToolContext context) {
        var given = arguments.path("steps");
        if (!given.isArray() || given.isEmpty() || given.size() > MAX_STEPS) {
            return ToolResult.failed("steps must be a list of 1 to %d steps.".formatted(MAX_STEPS));
        }
        var before = context.plan().plan();
        var goal = arguments.path("goal").isString()
                ? arguments.path("goal").stringValue()
                : before.map(Plan::goal).orElse(null);
        boolean whole = given.valueStream().allMatch(step -> step.path("title").isString());
        var steps =
                new ArrayList<Step>(whole ? List.of() : before.map(Plan::steps).orElse(List.of()));
        for (var step : given) {
            var problem = whole ? add(step, steps) : move(step, steps);
            if (problem.isPresent()) {
                return ToolResult.failed(problem.get());
            }
        }
        var plan = new Plan(goal, steps);
        context.plan().change(plan);
        var result = ToolResult.okay().put("summary", summary(plan));
        result.set("raw", Json.mapper().valueToTree(plan));
        return new ToolResult(result);
    }

    private static Optional<String> add(JsonNode given, List<Step> steps) {
        var status = status(given);
        if (status.isEmpty()) {
            return Optional.of(wrongStatus(given));
        }
        var title = given.path("title").stringValue();
        if (title.isBlank() || title.length() > MAX_TITLE) {
            return Optional.of("A title has 1 to %d characters.".formatted(MAX_TITLE));
        }
        var id = given.path("id").isString() ? given.path("id").stringValue() : Integer.toString(steps.size() + 1);
        if (steps.stream().anyMatch(step -> step.id().equals(id))) {
            return Optional.of("Two steps have the id \"%s\".".formatted(id));
        }
        steps.add(new Step(id, title, status.get()));
        return Optional.empty();
    }

    private static Optional<String> move(JsonNode given, List<Step> steps) {
        var status = status(given);
        if (status.isEmpty()) {
            return Optional.of(wrongStatus(given));
        }
        var id = given.path("id").asString("");
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            if (step.id().equals(id)) {
                steps.set(i, new Step(id, step.title(), status.get()));
                return Optional.empty();
            }
        }
        return Optional.of("The plan has no step \"%s\": %s. Give titles to make a new plan."
                .formatted(id, NearestWord.hint(id, steps.stream().map(Step::id).toList())));
    }

    private static Optional<Status> status(JsonNode given) {
        var name = given.path("status").asString("");
        return Arrays.stream(Status.values())
                .filter(status -> status.wireName().equals(name))
                .findFirst();
    }

    private static String wrongStatus(JsonNode given) {
        var names = Arrays.stream(Status.values()).map(Status::wireName).toList();
        var name = given.path("status").asString("");
        return "There is no status \"%s\": %s".formatted(name, NearestWord.hint(name, names));
    }

    private static String summary(Plan plan) {
        long done = plan.steps().stream()
                .filter(step -> step.status() == Status.COMPLETED)
                .count();
        var counted = "%d of %d steps done".formatted(done, plan.steps().size());
        return plan.current().map(step -> counted + ", now: " + step.title()).orElse(counted);
    }
}
