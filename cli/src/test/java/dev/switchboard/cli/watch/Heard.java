package dev.switchboard.cli.watch;

import dev.switchboard.client.hud.HudNotice;
import dev.switchboard.protocol.hud.HudEvent;
import dev.switchboard.protocol.hud.HudFrames;
import dev.switchboard.protocol.hud.HudFrames.FromGateway;

/** Frames as a gateway sends them, with apostrophes for quotes. */
final class Heard {
    private Heard() {}

    static HudNotice frame(String text) {
        var json = text.replace('\'', '"');
        return new HudNotice.OfSession(json, HudFrames.readAnswer(json));
    }

    /** @param more what its kind has beside what all have, with a comma before it */
    static HudEvent event(String kind, String more) {
        var frame = (HudNotice.OfSession) frame(activity(kind, more));
        if (frame.frame() instanceof FromGateway.Activity(var event)) {
            return event;
        }
        throw new AssertionError("no activity: " + frame.text());
    }

    static String activity(String kind, String more) {
        return "{'type':'hud','event':'%s','id':'id','ts':1741995002000%s}".formatted(kind, more);
    }
}
