package dev.switchboard.cli.console;

import dev.switchboard.json.Json;
import tools.jackson.core.JacksonException;

/** A frame on a line of its own, as {@code --json} prints it. */
public final class FrameLine {
    private FrameLine() {}

    /** As it came; another gateway may write its frames over several lines. */
    public static String of(String frame) {
        if (frame.indexOf('\n') < 0 && frame.indexOf('\r') < 0) {
            return frame;
        }
        try {
            return Json.mapper().readTree(frame).toString();
        } catch (JacksonException e) {
            return frame.replaceAll("[\r\n]+", " ");
        }
    }
}
