package dev.switchboard.core.channel;

import dev.switchboard.core.identity.SessionId;
import org.jspecify.annotations.Nullable;

/** Session ids, {@code channel:account:peer[:thread]}. Colons inside a part are encoded, so parts never run together. */
final class SessionIds {
    private SessionIds() {}

    static SessionId of(String channelId, String accountId, String peerId, @Nullable String threadId) {
        var id = part(channelId) + ":" + part(accountId) + ":" + part(peerId);
        return new SessionId(threadId == null ? id : id + ":" + part(threadId));
    }

    private static String part(String raw) {
        return raw.replace("%", "%25").replace(":", "%3A");
    }
}
