package dev.switchboard.protocol;

import dev.switchboard.json.Json;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A text as one frame whose kind stands in its {@code type}. What is none is told in words, for who made the client. */
public final class FrameText {
    /** A number with a fraction is not the whole one beside it. */
    private static final JsonMapper MAPPER =
            Json.builder().disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT).build();

    private FrameText() {}

    /** @param malformed makes an answer of what is wrong, and of the frame as far as it could be read */
    public static <T> T read(String text, Class<T> kind, BiFunction<String, @Nullable JsonNode, T> malformed) {
        JsonNode tree;
        try {
            tree = MAPPER.readTree(text);
        } catch (StreamConstraintsException e) {
            return malformed.apply("frame is nested too deeply, at most %d levels".formatted(Json.MAX_DEPTH), null);
        } catch (JacksonException e) {
            return malformed.apply("frame is not valid JSON", null);
        }
        if (!tree.isObject()) {
            return malformed.apply("frame must be a JSON object", null);
        }
        // Asked first: Jackson takes a number for the name of a type it does not know.
        var type = tree.get("type");
        if (type != null && !type.isNull() && !type.isString()) {
            return malformed.apply("type must be a string", tree);
        }
        try {
            return MAPPER.treeToValue(tree, kind);
        } catch (JacksonException e) {
            return malformed.apply(wrongKind(e), tree);
        }
    }

    /** The message a frame is about, if it names one. */
    public static @Nullable String messageId(@Nullable JsonNode frame) {
        var id = frame == null ? null : frame.get("message_id");
        return id != null && id.isString() ? id.stringValue() : null;
    }

    private static String wrongKind(JacksonException e) {
        var field = e.getPath().isEmpty() ? null : e.getPath().getFirst().getPropertyName();
        return field == null ? "frame could not be read" : "%s has the wrong type".formatted(field);
    }
}
