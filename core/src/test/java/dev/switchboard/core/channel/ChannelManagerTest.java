package dev.switchboard.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.telemetry.Telemetry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of answers that were handed to a channel. */
class ChannelManagerTest {
    private static final OutboundMessage ANSWER = new OutboundMessage(
            "terminal-dev",
            "device-001",
            new SessionId("terminal-dev:local:device-001"),
            1,
            "m-1",
            new RunId("run-1"),
            "hello",
            FinishReason.STOP);

    private final Desk desk = new Desk();
    private final FillableInbox inbox = new FillableInbox();
    private final Log log = new Log();
    private final ChannelManager channels =
            new ChannelManager(List.of(desk), inbox, log, Telemetry.NONE, Clock.systemUTC());

    @Test
    void anAnswerIsNotSentAgainWhileTheStoreCannotRecordThatItWas() {
        channels.start();
        inbox.full = true;
        channels.dispatchOutbound(ANSWER);
        await().atMost(Duration.ofSeconds(60)).until(() -> inbox.tries.get() > 0);
        for (int sweep = 0; sweep < 5; sweep++) {
            channels.dispatchOutbound(ANSWER);
        }
        inbox.full = false;
        await().atMost(Duration.ofSeconds(60)).until(() -> inbox.delivered.get() == 1);
        assertThat(desk.sent).hasSize(1);
        assertThat(log.events).containsOnlyOnce(ChannelEvent.Type.OUTBOUND_DELIVERED);
    }

    @Test
    void aChannelThatStopsLeavesTheMarkToTheNextGateway() {
        channels.start();
        inbox.full = true;
        channels.dispatchOutbound(ANSWER);
        await().atMost(Duration.ofSeconds(60)).until(() -> inbox.tries.get() > 0);
        channels.stop();
        await("the first one is not under way any more")
                .atMost(Duration.ofSeconds(60))
                .until(() -> {
                    channels.dispatchOutbound(ANSWER);
                    return desk.sent.size() > 1;
                });
    }

    @Test
    void aChannelThatCannotStartIsShownWithTheReasonAndTheOthersGoOn() {
        var broken = new Desk("broken", "the port is taken");
        var all = new ChannelManager(List.of(broken, desk), inbox, log, Telemetry.NONE, Clock.systemUTC());
        all.start();

        var status = all.status("broken").orElseThrow();
        assertThat(status.state()).isEqualTo(ChannelManager.State.ERROR);
        assertThat(status.error()).isEqualTo("the port is taken");
        assertThat(all.error("broken")).contains("the port is taken");
        assertThat(all.status("terminal-dev")).map(ChannelManager.Status::state).contains(ChannelManager.State.RUNNING);
        assertThat(all.error("terminal-dev")).isEmpty();
        assertThat(log.events).containsExactly(ChannelEvent.Type.ADAPTER_STARTED);
        all.dispatchOutbound(ANSWER);
        await().until(() -> inbox.delivered.get() == 1);

        all.stop();
        assertThat(broken.stopped).as("what never started").isFalse();
        assertThat(desk.stopped).isTrue();
        assertThat(all.status("broken")).map(ChannelManager.Status::state).contains(ChannelManager.State.ERROR);
    }

    @Test
    void aDisabledChannelIsNotStarted() {
        var off = new Desk("off", "it would fail") {
            @Override
            public ChannelSettings settings() {
                var on = super.settings();
                return new ChannelSettings(
                        on.channelId(),
                        false,
                        on.kind(),
                        on.mode(),
                        on.accountId(),
                        on.displayName(),
                        on.agent(),
                        on.heartbeat(),
                        on.maxMessageChars(),
                        null);
            }
        };
        var all = new ChannelManager(List.of(off), inbox, log, Telemetry.NONE, Clock.systemUTC());
        all.start();
        assertThat(all.status("off")).map(ChannelManager.Status::state).contains(ChannelManager.State.STOPPED);
        assertThat(all.error("off")).isEmpty();
    }

    /** Takes everything at once. */
    private static class Desk implements ChannelAdapter {
        final List<OutboundMessage> sent = new CopyOnWriteArrayList<>();
        volatile boolean stopped;
        private final String id;
        private final @Nullable String trouble;

        Desk() {
            this("terminal-dev", null);
        }

        /** @param trouble why it does not start */
        Desk(String id, @Nullable String trouble) {
            this.id = id;
            this.trouble = trouble;
        }

        @Override
        public void start() {
            if (trouble != null) {
                throw new IllegalStateException(trouble);
            }
        }

        @Override
        public boolean wantsUnclaimed(String peerId) {
            return false;
        }

        @Override
        public ChannelSettings settings() {
            return new ChannelSettings(
                    id, true, "terminal", "websocket", "local", "Desk", "default", Duration.ofSeconds(30), 100, null);
        }

        @Override
        public List<String> capabilities() {
            return List.of();
        }

        @Override
        public String path() {
            return "/";
        }

        @Override
        public List<Device> devices() {
            return List.of();
        }

        @Override
        public void send(OutboundMessage message, Receipt receipt) {
            sent.add(message);
            receipt.delivered();
        }

        @Override
        public void stop() {
            stopped = true;
        }
    }

    private static final class Log implements ChannelEventLog {
        final List<ChannelEvent.Type> events = new CopyOnWriteArrayList<>();

        @Override
        public void append(ChannelEvent event) {
            events.add(event.type());
        }

        @Override
        public List<ChannelEvent> latest(String channelId, int limit) {
            return List.of();
        }

        @Override
        public Optional<Instant> lastEventAt(String channelId) {
            return Optional.empty();
        }
    }

    /** An inbox on a disk that can be full. */
    private static final class FillableInbox implements Inbox {
        final AtomicInteger tries = new AtomicInteger();
        final AtomicInteger delivered = new AtomicInteger();
        volatile boolean full;

        @Override
        public void delivered(SessionId session, long messageSeq) {
            tries.incrementAndGet();
            if (full) {
                throw new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, "the disk is full");
            }
            delivered.incrementAndGet();
        }

        @Override
        public void unclaimed(SessionId session, long messageSeq) {
            throw new AssertionError("somebody was there");
        }

        @Override
        public Admission admit(InboundMessage message, AdmissionTerms terms) {
            throw new UnsupportedOperationException();
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
        public Optional<Waiting> next(SessionId session) {
            return Optional.empty();
        }

        @Override
        public List<SessionId> sessionsWaiting(Instant before, @Nullable SessionId after, int limit) {
            return List.of();
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
        public Optional<ChannelIdentity> sender(RunId run) {
            return Optional.empty();
        }

        @Override
        public List<OpenQuestion> openQuestions(
                String channelId, String accountId, String peerId, SessionId session, int limit) {
            return List.of();
        }

        @Override
        public List<SessionId> unanswered(Instant before, int limit) {
            return List.of();
        }
    }
}
