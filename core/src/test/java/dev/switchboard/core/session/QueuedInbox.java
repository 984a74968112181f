package dev.switchboard.core.session;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Messages that wait, in memory. One is gone when a test says that it has its final event. */
final class QueuedInbox implements Inbox {
    private final Map<SessionId, Deque<InboundMessage>> waiting = new LinkedHashMap<>();

    synchronized void say(SessionId session, String messageId) {
        var identity = new ChannelIdentity("desk", "terminal", "local", "anna", "terminal", messageId, null, null);
        waiting.computeIfAbsent(session, _ -> new ArrayDeque<>())
                .add(new InboundMessage(identity, session, messageId, Instant.EPOCH));
    }

    synchronized void answered(Waiting message) {
        var queue = waiting.getOrDefault(message.message().session(), new ArrayDeque<>());
        queue.removeIf(one -> one.messageId().equals(message.message().messageId()));
    }

    @Override
    public boolean knows(SessionId session, String messageId) {
        return false;
    }

    @Override
    public Optional<Admission> injected(SessionId session, String messageId, String text) {
        return Optional.empty();
    }

    @Override
    public synchronized Optional<Waiting> next(SessionId session) {
        var queue = waiting.getOrDefault(session, new ArrayDeque<>());
        return Optional.ofNullable(queue.peek())
                .map(message -> new Waiting(message, 1, null, 0, queue.size() > 1, new Facts(null, null, null, 0)));
    }

    @Override
    public synchronized List<SessionId> sessionsWaiting(Instant before, @Nullable SessionId after, int limit) {
        return after != null
                ? List.of()
                : waiting.entrySet().stream()
                        .filter(entry -> !entry.getValue().isEmpty())
                        .map(Map.Entry::getKey)
                        .toList();
    }

    @Override
    public synchronized List<SessionId> unanswered(Instant before, int limit) {
        return waiting.values().stream()
                .flatMap(Deque::stream)
                .map(InboundMessage::session)
                .toList();
    }

    @Override
    public List<OutboundMessage> undelivered(Instant before, int limit) {
        return List.of();
    }

    @Override
    public List<OutboundMessage> unclaimed(
            String channelId, String accountId, String peerId, Instant since, int limit) {
        return List.of();
    }

    @Override
    public Admission admit(InboundMessage message, AdmissionTerms terms) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delivered(SessionId session, long messageSeq) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void unclaimed(SessionId session, long messageSeq) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<ChannelIdentity> sender(RunId run) {
        return Optional.empty();
    }

    @Override
    public List<OpenQuestion> openQuestions(
            String channelId, String accountId, String peerId, SessionId session, int limit) {
        return List.of();
    }
}
