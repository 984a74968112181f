package dev.switchboard.client.hud;

import dev.switchboard.protocol.hud.HudFrames.FromGateway;
import dev.switchboard.protocol.lobby.ToLobby;
import org.jspecify.annotations.Nullable;

/** What the client tells whoever embeds it. */
public sealed interface HudNotice {

    /** @param inMillis when it will try to connect, while {@link HudProtocol.State#DISCONNECTED} */
    record StateChanged(HudProtocol.State state, long inMillis) implements HudNotice {}

    /**
     * A frame of a session that was not told before.
     *
     * @param text as it came
     */
    record OfSession(String text, FromGateway frame) implements HudNotice {}

    /**
     * A frame of the lobby.
     *
     * @param text as it came
     * @param frame null if it is of a type that this client does not know
     */
    record OfLobby(String text, @Nullable ToLobby frame) implements HudNotice {}

    /** Something a person may want to know; the client goes on by itself. */
    record Trouble(String sentence) implements HudNotice {}

    /**
     * The gateway did not let us in.
     *
     * @param status the HTTP status, 0 if there was none
     * @param forGood trying again would not help, and the client does not; else it goes on
     */
    record NotLetIn(int status, String sentence, boolean forGood) implements HudNotice {}

    /** The session was deleted while we looked at it. Nothing more comes. */
    record Deleted() implements HudNotice {}

    /** The client could not go on, because its listener failed. */
    record Stopped(String why) implements HudNotice {}
}
