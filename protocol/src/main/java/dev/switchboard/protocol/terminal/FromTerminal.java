package dev.switchboard.protocol.terminal;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A frame a device sends. Fields are nullable because a stranger wrote them: what is missing is answered in words.
 *
 * <p>An unrecognised {@code type} decodes to {@link Unknown}, so that newer devices can be told, not dropped.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type", visible = true, defaultImpl = FromTerminal.Unknown.class)
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface FromTerminal {

    @JsonTypeName("connect")
    record Connect(
            @Nullable String peerId,
            @Nullable String deviceName,
            @Nullable List<@Nullable String> capabilities,
            @Nullable String threadId,
            @Nullable String userId,
            @Nullable String token)
            implements FromTerminal {}

    @JsonTypeName("message")
    record Message(
            @Nullable String messageId,
            @Nullable String text,
            @Nullable String threadId,
            @Nullable String userId) implements FromTerminal {}

    @JsonTypeName("ping")
    record Ping() implements FromTerminal {}

    /** A frame of a type this gateway does not know; {@code type} is null when the frame names none. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Unknown(@Nullable String type) implements FromTerminal {}

    /** Not a frame at all: broken JSON, no object, or a field of the wrong kind; {@code why} is for the device's maker. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    record Malformed(String why, @Nullable String messageId) implements FromTerminal {}
}
