package dev.switchboard.client.hud;

import dev.switchboard.protocol.lobby.LobbyFrames;
import dev.switchboard.protocol.lobby.ToLobby;
import java.util.Optional;

/** The lobby: whoever comes gets all of it. */
final class WatchedLobby implements Watched {
    private boolean greeted;

    @Override
    public String address() {
        return "/ws";
    }

    @Override
    public boolean isGreeted() {
        return greeted;
    }

    @Override
    public void again() {
        greeted = false;
    }

    @Override
    public Optional<HudNotice> hear(String text) {
        var frame = LobbyFrames.readAnswer(text).orElse(null);
        greeted |= frame instanceof ToLobby.Connected;
        return frame instanceof ToLobby.Pong ? Optional.empty() : Optional.of(new HudNotice.OfLobby(text, frame));
    }
}
