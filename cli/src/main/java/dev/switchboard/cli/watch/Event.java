package dev.switchboard.cli.watch;

import dev.switchboard.client.hud.HudNotice;

/** What happens while one watches. */
sealed interface Event {
    record Heard(HudNotice notice) implements Event {}

    /** @param at when it was pressed, by {@link System#nanoTime}: one pressed before a question is no answer to it */
    record Pressed(Key key, long at) implements Event {}

    /** The window has another size. */
    record Resized() implements Event {}

    /** Ctrl-C. */
    record Interrupted() implements Event {}
}
