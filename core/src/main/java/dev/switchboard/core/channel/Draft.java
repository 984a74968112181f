package dev.switchboard.core.channel;

import org.jspecify.annotations.Nullable;

/** A message as a peer sent it, before anyone looked at it. */
public record Draft(
        @Nullable String peerId,
        @Nullable String messageId,
        @Nullable String text,
        @Nullable String threadId,
        @Nullable String userId) {}
