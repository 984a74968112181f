package dev.switchboard.cli.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.client.Notice;
import dev.switchboard.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** A word about a message before its answer, as {@code --json} prints it; only it has a {@code type}. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
record NoticeLine(
        String type,
        String messageId,
        String code,
        String text,
        @Nullable String approvalId,
        @Nullable String expiresAt) {

    static String json(Notice.Word word) {
        return Json.mapper()
                .writeValueAsString(new NoticeLine(
                        "notice", word.messageId(), word.code(), word.text(), word.approvalId(), word.expiresAt()));
    }
}
