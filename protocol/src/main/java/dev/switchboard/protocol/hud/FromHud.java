package dev.switchboard.protocol.hud;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What somebody who looks at a session sends. Fields are nullable because a stranger wrote them: what is missing is
 * answered in words.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type", visible = true, defaultImpl = FromHud.Unknown.class)
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface FromHud {

    /** @param mode {@code steer}, {@code followup} or {@code collect}: what it is to a run that is under way */
    @JsonTypeName("message")
    record Message(
            @Nullable String messageId,
            @Nullable String text,
            @Nullable String mode) implements FromHud {}

    /** Asks for what lies before a number. */
    @JsonTypeName("earlier")
    record Earlier(@Nullable Long before, @Nullable Integer limit) implements FromHud {}

    @JsonTypeName("stop")
    record Stop() implements FromHud {}

    @JsonTypeName("kill")
    record Kill() implements FromHud {}

    /** Resets the conversation under the same id. */
    @JsonTypeName("new")
    record New() implements FromHud {}

    @JsonTypeName("switch_agent")
    record SwitchAgent(@Nullable String agent) implements FromHud {}

    @JsonTypeName("handover")
    record HandOver(@Nullable String agent) implements FromHud {}

    @JsonTypeName("approve")
    record Approve(
            @Nullable String approvalId,
            @Nullable Boolean approved,
            @Nullable String reason) implements FromHud {}

    @JsonTypeName("ping")
    record Ping() implements FromHud {}

    /** A frame of a type this gateway does not know; {@code type} is null when the frame names none. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Unknown(@Nullable String type) implements FromHud {}

    /** Not a frame at all; {@code why} is for the maker of the client. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    record Malformed(String why, @Nullable String messageId) implements FromHud {}
}
