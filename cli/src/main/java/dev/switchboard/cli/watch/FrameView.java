package dev.switchboard.cli.watch;

import dev.switchboard.cli.console.FrameLine;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.client.hud.HudNotice;

/** The gateway's frames as they come, one a line. */
final class FrameView implements View {
    private final Streams streams;

    FrameView(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void heard(HudNotice frame) {
        switch (frame) {
            case HudNotice.OfSession(var text, var _) -> streams.out().println(FrameLine.of(text));
            case HudNotice.OfLobby(var text, var _) -> streams.out().println(FrameLine.of(text));
            default -> {}
        }
    }

    @Override
    public void note(String sentence) {
        streams.err().println(sentence);
    }
}
