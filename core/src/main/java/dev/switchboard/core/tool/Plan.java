package dev.switchboard.core.tool;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an agent means to do, step by step. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Plan(@Nullable String goal, List<Step> steps) {
    public Plan {
        steps = List.copyOf(steps);
    }

    public record Step(String id, String title, Status status) {}

    public enum Status {
        PENDING,
        IN_PROGRESS,
        COMPLETED,
        BLOCKED;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The step that is being worked on. */
    public Optional<Step> current() {
        return steps.stream()
                .filter(step -> step.status() == Status.IN_PROGRESS)
                .findFirst();
    }
}
