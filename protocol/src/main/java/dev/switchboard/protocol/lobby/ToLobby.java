package dev.switchboard.protocol.lobby;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.switchboard.protocol.hud.AskedCall;
import dev.switchboard.protocol.hud.By;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What the gateway sends to who stands in the lobby: a snapshot, then one frame a change. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface ToLobby {

    /** @param version the gateway's */
    @JsonTypeName("connected")
    record Connected(String version) implements ToLobby {}

    /** All there is to show, as far as the token's scopes allow: what they do not is empty. */
    @JsonTypeName("sessions")
    record Snapshot(List<SessionLine> sessions, List<Question> approvals, List<Agent> agents, List<Device> devices)
            implements ToLobby {}

    /** As it is now. */
    @JsonTypeName("session")
    record SessionChanged(@JsonUnwrapped SessionLine session) implements ToLobby {}

    /** A session is no longer there: the same type as of one that changed, told apart by {@code removed}. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    record SessionRemoved(String type, String sessionId, boolean removed) implements ToLobby {
        public SessionRemoved(String sessionId) {
            this("session", sessionId, true);
        }
    }

    @JsonTypeName("approval")
    record Asked(@JsonUnwrapped Question question) implements ToLobby {}

    @JsonTypeName("approval_resolved")
    record Resolved(
            String approvalId,
            String sessionId,
            boolean approved,
            @Nullable String reason,
            @Nullable By by) implements ToLobby {}

    @JsonTypeName("agent")
    record AgentChanged(@JsonUnwrapped Agent agent) implements ToLobby {}

    @JsonTypeName("device")
    record DeviceChanged(
            @JsonUnwrapped Device device, @Nullable Boolean removed) implements ToLobby {}

    @JsonTypeName("error")
    record Failure(String code, String error) implements ToLobby {}

    @JsonTypeName("pong")
    record Pong() implements ToLobby {}

    /**
     * What waits for an answer.
     *
     * @param expiresAt as ISO time
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record Question(String approvalId, String sessionId, AskedCall toolCall, String reason, String expiresAt) {}

    /** @param status {@code idle}, {@code running}, {@code paused} or {@code error} */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Agent(
            String agentId,
            String status,
            @Nullable String currentTaskId,
            @Nullable Double budgetUsedUsd,
            @Nullable Double budgetLimitUsd) {}

    /** @param connectedAt as ISO time */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Device(String channelId, String peerId, @Nullable String deviceName, String connectedAt) {}
}
