package dev.switchboard.edge.auth;

import org.jspecify.annotations.Nullable;

/** Decides whether a device may use its channel. */
public interface DoorKeeper {

    enum Verdict {
        WELCOME,
        WRONG,
        TOO_MANY_TRIES
    }

    /** @param token what the device said in {@code connect}, if anything; not needed by one already let in by header */
    Verdict judge(@Nullable String token);
}
