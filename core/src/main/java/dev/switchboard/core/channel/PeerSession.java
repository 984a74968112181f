package dev.switchboard.core.channel;

import org.jspecify.annotations.Nullable;

/** A session as a channel has it with one of its peers, whoever says something in it first. */
public record PeerSession(
        ChannelSettings channel, String peerId, @Nullable String threadId) {
    /** What it is called. */
    public String name() {
        return name(peerId, threadId);
    }

    public static String name(String peerId, @Nullable String threadId) {
        return threadId == null ? peerId : peerId + " · " + threadId;
    }
}
