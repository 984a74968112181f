package dev.switchboard.core.identity;

/** One conversation. Made by the channel runtime alone; everyone else passes it on. */
public record SessionId(String value) {
    @Override
    public String toString() {
        return value;
    }
}
