package dev.switchboard.core.session;

/** What goes on in a session. Never written down: it follows from its messages and approvals. The names are the wire's. */
public enum SessionState {
    IDLE,
    /** A message has no final event yet. */
    AGENT_RUNNING,
    /** The same, and somebody is asked whether a call may be made. */
    WAITING_APPROVAL,
    /** The program it was made for is gone. */
    ENDED
}
