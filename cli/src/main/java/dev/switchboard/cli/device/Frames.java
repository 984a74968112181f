package dev.switchboard.cli.device;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.protocol.terminal.FromTerminal;
import dev.switchboard.protocol.terminal.TerminalFrames;

/** What goes into one frame. */
final class Frames {
    /** A gateway closes the connection for a frame over 1 MiB, and a device would bring it again and again. */
    static final int MAX_TEXT_BYTES = 1_000_000;

    private Frames() {}

    static boolean isTooLong(String text) {
        if (text.length() > MAX_TEXT_BYTES) {
            return true;
        }
        return text.length() > MAX_TEXT_BYTES / 6 // shorter ones fit however they are escaped
                && TerminalFrames.write(new FromTerminal.Message("", text, null, null))
                                .getBytes(UTF_8)
                                .length
                        > MAX_TEXT_BYTES;
    }
}
