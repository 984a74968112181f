package dev.switchboard.core.model.offline;

import dev.switchboard.core.model.ModelMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The terminals a conversation speaks of. */
final class Terminals {
    /** How we tell of one; a history may have kept our words and not the result they came from. */
    static final String CREATED = "Terminal created: ";

    private Terminals() {}

    /** The one made last; null if there is none. */
    static @Nullable String last(List<ModelMessage> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            String id =
                    switch (messages.get(i)) {
                        case ModelMessage.ToolResult result -> made(result);
                        case ModelMessage.Assistant said when said.text().startsWith(CREATED) -> told(said.text());
                        default -> null;
                    };
            if (id != null) {
                return id;
            }
        }
        return null;
    }

    /** The terminal that this result made; null if it made none. */
    static @Nullable String made(ModelMessage.ToolResult result) {
        if (!result.tool().equals(Planner.CREATE_TERMINAL)) {
            return null;
        }
        JsonNode json = ResultWords.parsed(result.text());
        return json.path("ok").asBoolean(false) ? id(json) : null;
    }

    static @Nullable String id(JsonNode result) {
        String id = result.path("raw").path("session_id").asString("");
        return id.isEmpty() ? null : id;
    }

    /** The folder of the newest wish for a terminal; null if there is none. */
    static @Nullable String folderWished(List<ModelMessage> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i) instanceof ModelMessage.User(var text)) {
                for (String sentence : Sentences.of(text)) {
                    if (WishReader.read(sentence) instanceof Wish.CreateTerminal(var folder)) {
                        return folder;
                    }
                }
            }
        }
        return null;
    }

    private static @Nullable String told(String text) {
        int end = CREATED.length();
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return end == CREATED.length() ? null : text.substring(CREATED.length(), end);
    }
}
