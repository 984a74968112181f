package dev.switchboard.core.channel;

import dev.switchboard.core.identity.SessionId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Session ids, {@code channel:account:peer[:thread]}. Colons inside a part are encoded, so parts never run together. */
final class SessionIds {
    private SessionIds() {}

    static SessionId of(String channelId, String accountId, String peerId, @Nullable String threadId) {
        var id = part(channelId) + ":" + part(accountId) + ":" + part(peerId);
        return new SessionId(threadId == null ? id : id + ":" + part(threadId));
    }

    /** The peer of this channel whose session this is, if it is one's. */
    static Optional<PeerSession> peer(ChannelSettings channel, SessionId session) {
        var prefix = part(channel.channelId()) + ":" + part(channel.accountId()) + ":";
        if (!session.value().startsWith(prefix)) {
            return Optional.empty();
        }
        var parts = session.value().substring(prefix.length()).split(":", 2);
        var peer = new PeerSession(channel, raw(parts[0]), parts.length == 1 ? null : raw(parts[1]));
        boolean named = !peer.peerId().isEmpty() && !"".equals(peer.threadId());
        // What the messages of no peer would be given is no peer's.
        return named
                        && of(channel.channelId(), channel.accountId(), peer.peerId(), peer.threadId())
                                .equals(session)
                ? Optional.of(peer)
                : Optional.empty();
    }

    private static String raw(String part) {
        return part.replace("%3A", ":").replace("%25", "%");
    }

    private static String part(String raw) {
        return raw.replace("%", "%25").replace(":", "%3A");
    }
}
