package dev.switchboard.cli.watch;

import dev.switchboard.client.hud.HudNotice;
import org.jspecify.annotations.Nullable;

/** How what is watched is shown. Thread: the one that watches. */
interface View {
    /** What the person wants instead. */
    sealed interface Wish {
        record Leave(int exitCode) implements Wish {}

        record Open(String session) implements Wish {}
    }

    /** A frame of the session or the lobby; what is about the connection does not come here. */
    void heard(HudNotice frame);

    /** A sentence about the connection. */
    void note(String sentence);

    default void pressed(Key key, long at) {}

    /** Nothing more has happened for now, or a second has passed. */
    default void settle() {}

    /** The window has another size. */
    default void resized() {}

    /** Null to go on. */
    default @Nullable Wish wish() {
        return null;
    }
}
