package dev.switchboard.core.identity;

/** One conversation. Made by the channel runtime alone; everyone else passes it on. */
public record SessionId(String value) {
    /** The channel it belongs to: its first part. */
    public String channelId() {
        int end = value.indexOf(':');
        return (end < 0 ? value : value.substring(0, end)).replace("%3A", ":").replace("%25", "%");
    }

    @Override
    public String toString() {
        return value;
    }
}
