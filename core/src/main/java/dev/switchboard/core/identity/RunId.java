package dev.switchboard.core.identity;

/** One agent execution for one message; the same across restarts. */
public record RunId(String value) {
    @Override
    public String toString() {
        return value;
    }
}
