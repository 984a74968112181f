package dev.switchboard.core.channel;

import dev.switchboard.core.identity.SessionId;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Messages that may be on disk already but whose ack is not in the outbox yet. A session that is busy anyway would
 * otherwise find such a message by itself and its reply could overtake the ack.
 *
 * <p>Thread: any.
 */
public final class HeldMessages {
    private record Key(SessionId session, String messageId) {}

    /** How many hold it: a duplicate sent on another socket at the same moment holds it a second time. */
    private final ConcurrentHashMap<Key, Integer> held = new ConcurrentHashMap<>();

    /** Given back when the ack is in the outbox. */
    public interface Hold {
        void release();
    }

    public Hold hold(SessionId session, String messageId) {
        var key = new Key(session, messageId);
        held.merge(key, 1, Integer::sum);
        return () -> held.computeIfPresent(key, (_, holders) -> holders == 1 ? null : holders - 1);
    }

    public boolean isHeld(SessionId session, String messageId) {
        return held.containsKey(new Key(session, messageId));
    }
}
