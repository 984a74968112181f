package dev.switchboard.client.hud;

import java.util.Optional;

/** What one looks at over a connection: where it is, and what of it is new. */
sealed interface Watched permits WatchedSession, WatchedLobby {
    /** Path and query to come with, from now on. */
    String address();

    /** What the gateway begins with was heard. */
    boolean isGreeted();

    /** A new socket is opened. */
    void again();

    /** Empty if there is nothing new in it. */
    Optional<HudNotice> hear(String text);
}
