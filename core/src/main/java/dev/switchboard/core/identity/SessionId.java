package dev.switchboard.core.identity;

/**
 * The name of one conversation. Made by the channel runtime for peers and tasks, by {@code Sessions} for all others;
 * everyone else passes it on, and nobody learns anything from it.
 */
public record SessionId(String value) {
    @Override
    public String toString() {
        return value;
    }
}
