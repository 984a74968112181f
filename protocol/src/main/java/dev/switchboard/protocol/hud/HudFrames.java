package dev.switchboard.protocol.hud;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.FrameText;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Text to frames and back. Reading never throws. */
public final class HudFrames {
    private static final JsonMapper MAPPER = Json.mapper();

    /** What came from a gateway. */
    public sealed interface FromGateway {
        record Activity(HudEvent event) implements FromGateway {}

        record Chat(ToHud frame) implements FromGateway {}

        /** Of a newer gateway, or no frame at all: to be passed over. */
        record Unknown() implements FromGateway {}
    }

    private HudFrames() {}

    public static FromHud read(String text) {
        return FrameText.read(
                text, FromHud.class, (why, frame) -> new FromHud.Malformed(why, FrameText.messageId(frame)));
    }

    /** What the gateway sent, for who speaks to one. */
    public static FromGateway readAnswer(String text) {
        try {
            var tree = MAPPER.readTree(text);
            return HudEvent.TYPE.equals(tree.path("type").asString(""))
                    ? new FromGateway.Activity(MAPPER.treeToValue(tree, HudEvent.class))
                    : new FromGateway.Chat(MAPPER.treeToValue(tree, ToHud.class));
        } catch (JacksonException e) {
            return new FromGateway.Unknown();
        }
    }

    public static String write(HudEvent event) {
        return MAPPER.writeValueAsString(event);
    }

    public static String write(ToHud frame) {
        return MAPPER.writeValueAsString(frame);
    }

    public static String write(FromHud frame) {
        return MAPPER.writeValueAsString(frame);
    }
}
