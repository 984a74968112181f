package dev.switchboard.protocol.lobby;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What somebody in the lobby sends. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type", visible = true, defaultImpl = FromLobby.Unknown.class)
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface FromLobby {

    @JsonTypeName("approve")
    record Approve(
            @Nullable String approvalId,
            @Nullable Boolean approved,
            @Nullable String reason) implements FromLobby {}

    @JsonTypeName("ping")
    record Ping() implements FromLobby {}

    /** A frame of a type this gateway does not know; {@code type} is null when the frame names none. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Unknown(@Nullable String type) implements FromLobby {}

    /** Not a frame at all; {@code why} is for the maker of the client. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    record Malformed(String why) implements FromLobby {}
}
