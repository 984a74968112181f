package dev.switchboard.core.control;

import dev.switchboard.core.session.Session;

/** Begins sessions anew, whatever goes on in them. Thread: any; takes a few seconds where something does not end. */
public interface Resets {
    /** Everything that was said is gone and what was under way has its end; false if there is no such session any more. */
    boolean reset(Session session);

    /** The same, and the session is gone too, until its peer's next message brings it back. */
    boolean delete(Session session);
}
