package dev.switchboard.cli.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.client.Notice;
import dev.switchboard.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** A reply as {@code --json} prints it, for programs to read: fields may be added, none is taken away. */
@JsonNaming(SnakeCaseStrategy.class)
record Reply(
        String messageId,
        @Nullable String runId,
        String text,
        String finishReason,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean again) {

    static String json(Notice.Answered answer) {
        return Json.mapper()
                .writeValueAsString(new Reply(
                        answer.messageId(),
                        answer.runId(),
                        answer.text(),
                        answer.failed() ? "error" : "stop",
                        answer.again() ? true : null));
    }
}
