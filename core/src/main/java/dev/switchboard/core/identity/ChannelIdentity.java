package dev.switchboard.core.identity;

import org.jspecify.annotations.Nullable;

/** Where a message came from: the channel, the account it serves, the peer that spoke, and which message it was. */
public record ChannelIdentity(
        String channelId,
        String kind,
        String accountId,
        String peerId,
        String peerType,
        String messageId,
        @Nullable String threadId,
        @Nullable String userId) {}
