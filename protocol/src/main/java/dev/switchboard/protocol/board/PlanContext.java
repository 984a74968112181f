package dev.switchboard.protocol.board;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A plan a task comes with.
 *
 * @param content a text if {@code format} is {@code markdown}, a {@link Structured} if it is {@code structured}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanContext(@Nullable String format, @Nullable JsonNode content) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Structured(
            @Nullable String goal, @Nullable List<@Nullable Step> steps) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Step(
            @Nullable String id,
            @Nullable String title,
            @Nullable String status) {}
}
