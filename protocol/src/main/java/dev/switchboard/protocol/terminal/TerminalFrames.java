package dev.switchboard.protocol.terminal;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.terminal.FromTerminal.Malformed;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** Text to frames and back. Reading never throws: what is not a frame is a {@link Malformed} that says why. */
public final class TerminalFrames {
    private static final JsonMapper MAPPER = Json.mapper();

    private TerminalFrames() {}

    public static FromTerminal read(String text) {
        JsonNode tree;
        try {
            tree = MAPPER.readTree(text);
        } catch (StreamConstraintsException e) {
            return new Malformed("frame is nested too deeply, at most %d levels".formatted(Json.MAX_DEPTH), null);
        } catch (JacksonException e) {
            return new Malformed("frame is not valid JSON", null);
        }
        if (!tree.isObject()) {
            return new Malformed("frame must be a JSON object", null);
        }
        // Asked first: Jackson takes a number for the name of a type it does not know.
        var type = tree.get("type");
        if (type != null && !type.isNull() && !type.isString()) {
            return new Malformed("type must be a string", messageId(tree));
        }
        try {
            return MAPPER.treeToValue(tree, FromTerminal.class);
        } catch (MismatchedInputException e) {
            return new Malformed(wrongKind(e), messageId(tree));
        } catch (JacksonException e) {
            return new Malformed("frame could not be read", messageId(tree));
        }
    }

    public static String write(ToTerminal frame) {
        return MAPPER.writeValueAsString(frame);
    }

    public static String write(FromTerminal frame) {
        return MAPPER.writeValueAsString(frame);
    }

    private static @Nullable String messageId(JsonNode frame) {
        var id = frame.get("message_id");
        return id != null && id.isString() ? id.stringValue() : null;
    }

    private static String wrongKind(MismatchedInputException e) {
        var field = e.getPath().isEmpty() ? null : e.getPath().getFirst().getPropertyName();
        return field == null ? "frame could not be read" : "%s has the wrong type".formatted(field);
    }
}
