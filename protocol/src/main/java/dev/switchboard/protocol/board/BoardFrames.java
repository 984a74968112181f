package dev.switchboard.protocol.board;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.switchboard.json.Json;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** Text to messages and back. Reading never throws: what is no message says why. */
public final class BoardFrames {
    public static final String PROTOCOL_VERSION = "1";

    private static final JsonMapper MAPPER = Json.mapper();
    private static final Map<String, Class<? extends FromBoard>> FROM = kinds(FromBoard.class);
    private static final Map<String, Class<? extends ToBoard>> TO = kinds(ToBoard.class);

    /** What came over the wire. */
    public sealed interface Read<P> {
        record Message<P>(Envelope<P> envelope) implements Read<P> {}

        /** A type this side does not know, from a newer other side. */
        record Unknown<P>(@Nullable String type, String id) implements Read<P> {}

        /** No message at all; {@code why} is for the other side's maker. */
        record Malformed<P>(String why, @Nullable String id) implements Read<P> {}
    }

    private BoardFrames() {}

    /** What a board sent. */
    public static Read<FromBoard> read(String text) {
        return read(text, FROM);
    }

    /** What the gateway sent, for who speaks to one. */
    public static Read<ToBoard> readAnswer(String text) {
        return read(text, TO);
    }

    public static String write(String id, String timestamp, @Nullable String inReplyTo, ToBoard payload) {
        return MAPPER.writeValueAsString(new Envelope<>(typeOf(payload.getClass()), id, timestamp, inReplyTo, payload));
    }

    public static String write(String id, String timestamp, FromBoard payload) {
        return MAPPER.writeValueAsString(new Envelope<>(typeOf(payload.getClass()), id, timestamp, null, payload));
    }

    /** The type name of a payload, as it stands in the envelope. */
    public static String typeOf(Class<?> payload) {
        var name = payload.getAnnotation(JsonTypeName.class);
        if (name == null) {
            throw new IllegalArgumentException(payload + " is no payload");
        }
        return name.value();
    }

    private static <P> Read<P> read(String text, Map<String, Class<? extends P>> kinds) {
        JsonNode tree;
        try {
            tree = MAPPER.readTree(text);
        } catch (StreamConstraintsException e) {
            return new Read.Malformed<>(
                    "the message is nested too deeply, at most %d levels".formatted(Json.MAX_DEPTH), null);
        } catch (JacksonException e) {
            return new Read.Malformed<>("the message is not valid JSON", null);
        }
        if (!tree.isObject()) {
            return new Read.Malformed<>("the message must be a JSON object", null);
        }
        var id = text(tree, "id");
        if (id == null || id.isBlank()) {
            return new Read.Malformed<>("id is required, as a text", null);
        }
        var type = tree.get("type");
        if (type == null || type.isNull()) {
            return new Read.Unknown<>(null, id);
        }
        if (!type.isString()) {
            return new Read.Malformed<>("type must be a text", id);
        }
        var kind = kinds.get(type.stringValue());
        return kind == null ? new Read.Unknown<>(type.stringValue(), id) : read(tree, type.stringValue(), id, kind);
    }

    private static <P> Read<P> read(JsonNode tree, String type, String id, Class<? extends P> kind) {
        var payload = tree.get("payload");
        if (payload == null || payload.isNull()) {
            payload = MAPPER.createObjectNode();
        } else if (!payload.isObject()) {
            return new Read.Malformed<>("payload must be an object", id);
        }
        try {
            P read = MAPPER.treeToValue(payload, kind);
            return new Read.Message<>(
                    new Envelope<>(type, id, text(tree, "timestamp"), text(tree, "in_reply_to"), read));
        } catch (MismatchedInputException e) {
            return new Read.Malformed<>(wrongKind(e), id);
        } catch (JacksonException e) {
            return new Read.Malformed<>("the payload could not be read", id);
        }
    }

    private static @Nullable String text(JsonNode tree, String field) {
        var value = tree.get(field);
        return value != null && value.isString() ? value.stringValue() : null;
    }

    private static String wrongKind(MismatchedInputException e) {
        var path = e.getPath().stream()
                .map(part -> part.getPropertyName() != null ? part.getPropertyName() : "[" + part.getIndex() + "]")
                .collect(Collectors.joining("."));
        return path.isEmpty()
                ? "the payload could not be read"
                : "payload.%s has the wrong type or is missing".formatted(path.replace(".[", "["));
    }

    @SuppressWarnings("unchecked") // the permitted subclasses of a sealed interface implement it
    private static <P> Map<String, Class<? extends P>> kinds(Class<P> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses())
                .map(kind -> (Class<? extends P>) kind)
                .collect(Collectors.toUnmodifiableMap(BoardFrames::typeOf, Function.identity()));
    }
}
