package dev.switchboard.edge.board;

import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.channel.MessageRules;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.json.Json;
import dev.switchboard.json.text.NearestWord;
import dev.switchboard.protocol.board.ArtifactRef;
import dev.switchboard.protocol.board.FromBoard.Options;
import dev.switchboard.protocol.board.FromBoard.Submit;
import dev.switchboard.protocol.board.PlanContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Makes a message with its brief from a {@code task:submit}; everything that was given goes into one of the two. */
final class Submission {
    /** The one peer of all boards: a key means the same task whichever of them says it. */
    static final String PEER = "tasks";

    private static final int MAX_STEPS = 200;
    private static final Options NO_OPTIONS = new Options(null, null, null, null, null, null);

    private final List<String> agents;
    private final Predicate<SessionId> exists;
    private final Masking masking;

    /** @param agents the names there are */
    Submission(List<String> agents, Predicate<SessionId> exists, Masking masking) {
        this.agents = agents;
        this.exists = exists;
        this.masking = masking;
    }

    /**
     * @param key what the task is called by its sender
     * @param mayLoosen whether the sender could answer approvals itself
     */
    Draft draft(Submit submit, String key, RunId run, String deviceId, boolean mayLoosen) throws Unusable {
        if (submit.goal() == null || submit.goal().isBlank()) {
            throw new Unusable("goal is required");
        }
        if (submit.goal().codePointCount(0, submit.goal().length()) > Boards.MAX_GOAL) {
            throw new Unusable("goal may have at most %,d characters".formatted(Boards.MAX_GOAL));
        }
        var badKey = MessageRules.required("idempotency_key", key);
        if (badKey.isPresent()) {
            throw new Unusable(badKey.get());
        }
        var options = submit.options() == null ? NO_OPTIONS : submit.options();
        var told = ToldConversation.of(submit.messages() == null ? List.of() : submit.messages());
        var plan = submit.plan() == null ? null : steps(submit.plan()).orElse(null);
        var brief = new Brief(
                run,
                told.messages(),
                told.system(),
                context(submit),
                plan,
                mode(options.mode()),
                mayLoosen,
                positive("options.max_tokens", options.maxTokens()),
                timeout(options.timeoutMs()),
                agent(options.agent()));
        return new Draft(
                PEER,
                key,
                submit.goal(),
                run.value(),
                deviceId,
                session(options.sessionId()),
                brief,
                null,
                AdmissionTerms.OF_A_PEER);
    }

    private @Nullable SessionId session(@Nullable String name) throws Unusable {
        if (name == null) {
            return null;
        }
        var session = new SessionId(name);
        if (!exists.test(session)) {
            throw new Unusable("there is no session %s; GET /api/sessions lists those there are"
                    .formatted(Quoted.shortly(name, masking)));
        }
        return session;
    }

    private @Nullable String agent(@Nullable String name) throws Unusable {
        if (name == null || agents.contains(name)) {
            return name;
        }
        throw new Unusable("options.agent: there is no agent %s, %s"
                .formatted(
                        Quoted.shortly(name, masking),
                        NearestWord.to(name, agents)
                                .map("did you mean %s?"::formatted)
                                .orElseGet(() -> "there are " + String.join(", ", agents))));
    }

    private static @Nullable ApprovalMode mode(@Nullable String name) throws Unusable {
        if (name == null) {
            return null;
        }
        return Arrays.stream(ApprovalMode.values())
                .filter(mode -> mode.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new Unusable("options.mode must be always_ask, agent_decides or always_execute"));
    }

    private static @Nullable Long positive(String field, @Nullable Long value) throws Unusable {
        if (value != null && value < 1) {
            throw new Unusable(field + " must be at least 1");
        }
        return value;
    }

    private static @Nullable Duration timeout(@Nullable Long millis) throws Unusable {
        var positive = positive("options.timeout_ms", millis);
        return positive == null
                ? null
                : Duration.ofMillis(Math.min(positive, Duration.ofDays(1).toMillis()));
    }

    /** The steps a plan names, to be moved as the run goes. */
    private static Optional<Plan> steps(PlanContext given) throws Unusable {
        var content = given.content();
        return switch (String.valueOf(given.format())) {
            case "markdown" -> {
                if (content == null || !content.isString()) {
                    throw new Unusable("plan.content must be a text, since plan.format is markdown");
                }
                yield MarkdownPlan.read(content.stringValue())
                        .filter(plan -> plan.steps().size() <= MAX_STEPS);
            }
            case "structured" -> Optional.of(structured(given));
            default -> throw new Unusable("plan.format must be markdown or structured");
        };
    }

    private static Plan structured(PlanContext given) throws Unusable {
        PlanContext.Structured content;
        try {
            content = given.content() == null || !given.content().isObject()
                    ? null
                    : Json.mapper().treeToValue(given.content(), PlanContext.Structured.class);
        } catch (JacksonException e) {
            content = null;
        }
        if (content == null || content.steps() == null) {
            throw new Unusable(
                    "plan.content must be {goal, steps: [{id, title, status}]}, since plan.format is structured");
        }
        if (content.steps().size() > MAX_STEPS) {
            throw new Unusable("plan.content.steps may have at most %d steps".formatted(MAX_STEPS));
        }
        var steps = new ArrayList<Plan.Step>();
        var ids = new HashSet<String>();
        for (var step : content.steps()) {
            if (step == null || step.id() == null || step.title() == null || !ids.add(step.id())) {
                throw new Unusable("plan.content.steps: every step needs an id of its own and a title");
            }
            steps.add(new Plan.Step(step.id(), step.title(), status(step.status())));
        }
        return new Plan(content.goal(), steps);
    }

    private static Plan.Status status(@Nullable String name) throws Unusable {
        return Arrays.stream(Plan.Status.values())
                .filter(status -> status.wireName().equals(name == null ? "pending" : name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        new Unusable("plan.content.steps: status must be pending, in_progress, completed or blocked"));
    }

    /** What the model is told beside the goal, in one message. */
    private static @Nullable String context(Submit submit) throws Unusable {
        var parts = new ArrayList<String>();
        if (submit.plan() != null) {
            parts.add(
                    "The plan for this task (move its steps with update_plan as you go):\n" + planText(submit.plan()));
        }
        if (submit.memory() != null && !submit.memory().isBlank()) {
            parts.add("What is remembered from earlier work:\n" + submit.memory());
        }
        if (submit.artifacts() != null && !submit.artifacts().isEmpty()) {
            parts.add(artifacts(submit.artifacts()));
        }
        return parts.isEmpty() ? null : "Context for the task that follows.\n\n" + String.join("\n\n", parts);
    }

    private static String planText(PlanContext plan) throws Unusable {
        var content = plan.content();
        if (content != null && content.isString()) {
            return content.stringValue();
        }
        var steps = structured(plan);
        var text = new StringBuilder(steps.goal() == null ? "" : steps.goal() + "\n");
        steps.steps()
                .forEach(step -> text.append(
                        "- %s (%s): %s\n".formatted(step.id(), step.status().wireName(), step.title())));
        return text.toString().stripTrailing();
    }

    private static String artifacts(List<@Nullable ArtifactRef> refs) throws Unusable {
        var lines = new ArrayList<String>();
        lines.add("What the task is about (read a path with read, an address with web_fetch):");
        for (var ref : refs) {
            if (ref == null || ref.id() == null) {
                throw new Unusable("artifacts: every one needs an id");
            }
            var line = new StringBuilder("- ").append(ref.id());
            if (ref.title() != null) {
                line.append(": ").append(ref.title());
            }
            if (ref.type() != null) {
                line.append(" (").append(ref.type()).append(')');
            }
            if (ref.ref() != null) {
                line.append(", ").append(ref.ref());
            }
            lines.add(line.toString());
        }
        return String.join("\n", lines);
    }
}
