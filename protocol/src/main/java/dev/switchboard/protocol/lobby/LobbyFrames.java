package dev.switchboard.protocol.lobby;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.FrameText;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** Text to frames and back. Reading never throws. */
public final class LobbyFrames {
    private LobbyFrames() {}

    public static FromLobby read(String text) {
        return FrameText.read(text, FromLobby.class, (why, _) -> new FromLobby.Malformed(why));
    }

    /** What the gateway sent, for who speaks to one; empty for what a newer one says. */
    public static Optional<ToLobby> readAnswer(String text) {
        try {
            var tree = Json.mapper().readTree(text);
            boolean removed = tree.path("type").asString("").equals("session")
                    && tree.path("removed").asBoolean(false);
            Class<? extends ToLobby> kind = removed ? ToLobby.SessionRemoved.class : ToLobby.class;
            return Optional.of(Json.mapper().treeToValue(tree, kind));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    public static String write(ToLobby frame) {
        return Json.mapper().writeValueAsString(frame);
    }

    public static String write(FromLobby frame) {
        return Json.mapper().writeValueAsString(frame);
    }
}
