package dev.switchboard.protocol.terminal;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.FrameText;
import dev.switchboard.protocol.terminal.FromTerminal.Malformed;
import tools.jackson.databind.json.JsonMapper;

/** Text to frames and back. Reading never throws: what is not a frame is a {@link Malformed} that says why. */
public final class TerminalFrames {
    private static final JsonMapper MAPPER = Json.mapper();

    private TerminalFrames() {}

    public static FromTerminal read(String text) {
        return FrameText.read(text, FromTerminal.class, (why, frame) -> new Malformed(why, FrameText.messageId(frame)));
    }

    public static String write(ToTerminal frame) {
        return MAPPER.writeValueAsString(frame);
    }

    public static String write(FromTerminal frame) {
        return MAPPER.writeValueAsString(frame);
    }
}
