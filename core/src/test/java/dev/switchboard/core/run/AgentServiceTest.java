package dev.switchboard.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.MemoryJournal;
import dev.switchboard.core.ledger.MemoryLedger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.modelrun.ModelBodies;
import dev.switchboard.core.money.SpendingStore;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.speech.Transcriber;
import dev.switchboard.core.speech.Transcription;
import dev.switchboard.core.status.AgentStatuses;
import dev.switchboard.core.telemetry.Telemetry;
import dev.switchboard.core.tool.ApprovalMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a run does when the ledger cannot be written, and what the model is told of runs before it. */
class AgentServiceTest {
    private static final SessionId SESSION = new SessionId("terminal-dev:local:device-001");

    /** What happens while the model is asked. */
    private interface Meanwhile {
        void happens() throws InterruptedException;
    }

    private final FillableLedger ledger = new FillableLedger();
    private final MemoryJournal journal = new MemoryJournal(ledger);
    private final List<ChannelEvent> told = new ArrayList<>();
    private final List<String> counted = new ArrayList<>();
    private final List<OutboundMessage> sent = new ArrayList<>();
    private int asked;
    private Meanwhile whileAsked = () -> {};

    private final List<ModelRequest> requests = new ArrayList<>();
    private final AgentService service = service();

    /** One that has nothing in memory yet. */
    private AgentService service() {
        var clock = Clock.systemUTC();
        Supplier<String> ids = () -> UUID.randomUUID().toString();
        return new AgentService(
                new OneAgent(new ModelBodies(ledger, journal, new NothingSpent(), clock, ids)
                        .agent(new ModelAgent("default", new CountedModel(), null))),
                new RunServices(
                        ledger,
                        journal,
                        new NoSessions(),
                        new Approvals(journal, clock, ids, new LocalBus()),
                        new NothingSpent(),
                        new Previews(Masking.NONE),
                        new AgentStatuses(List.of(), _ -> null),
                        Masking.NONE,
                        new Transcription(new NoAttachments(), Transcriber.NONE),
                        new Total("tool output", 1),
                        clock,
                        ids),
                new Log(),
                bus(),
                new Counting());
    }

    private LocalBus bus() {
        var bus = new LocalBus();
        bus.onOutbound(sent::add);
        return bus;
    }

    private final class Counting implements Telemetry {
        @Override
        public void answered(boolean ok, Duration run) {
            counted.add("answered");
        }

        @Override
        public void doubled() {
            counted.add("doubled");
        }
    }

    @Test
    void aStoreThatCannotWriteDoesNotLetAModelBeAskedAgainAndAgain() throws InterruptedException {
        ledger.full = true;
        for (int sweep = 0; sweep < 5; sweep++) {
            assertThatThrownBy(this::run).isInstanceOf(SwitchboardException.class);
        }
        assertThat(asked).isEqualTo(1);
        assertThat(told).hasSize(1);

        ledger.full = false;
        run();
        assertThat(asked).isEqualTo(2);
        assertThat(recorded()).containsExactly("RunStarted", "TurnStart", "ModelEnd", "Answered", "TurnEnd");
    }

    @Test
    void noEndIsRecordedWithoutItsBeginning() throws InterruptedException {
        ledger.full = true;
        whileAsked = () -> ledger.full = false;
        assertThatThrownBy(this::run).isInstanceOf(SwitchboardException.class);
        assertThat(recorded()).isEmpty();

        run();
        assertThat(recorded()).containsExactly("RunStarted", "TurnStart", "ModelEnd", "Answered", "TurnEnd");
    }

    @Test
    void aRunThatComesLateCountsAsNothing() throws InterruptedException {
        whileAsked = () -> ledger.begunAnew = true;
        run();
        assertThat(recorded()).containsExactly("RunStarted", "TurnStart");
        assertThat(counted).isEmpty();
        assertThat(sent).isEmpty();

        ledger.begunAnew = false;
        whileAsked = () -> {};
        run();
        assertThat(asked).isEqualTo(2);
        assertThat(counted).containsExactly("answered");
        assertThat(sent).hasSize(1);
    }

    @Test
    void whatRunsInASessionThatIsBegunAnewElsewhereIsEndedAndCountsAsNothing() throws InterruptedException {
        whileAsked = () -> {
            ledger.begunAnew = true;
            journal.begunAnew = true;
            Thread.sleep(Duration.ofMinutes(1));
            throw new AssertionError("nobody has ended it");
        };
        run();

        assertThat(recorded()).containsExactly("RunStarted", "TurnStart");
        assertThat(counted).isEmpty();
        assertThat(sent).isEmpty();
    }

    @Test
    void oneThatComesLateBeforeItBeginsAsksNoModelTwiceAndCountsAsNothing() throws InterruptedException {
        ledger.begunAnew = true;
        run();

        assertThat(asked).isLessThanOrEqualTo(1);
        assertThat(recorded()).isEmpty();
        assertThat(counted).isEmpty();
        assertThat(sent).isEmpty();
    }

    @Test
    void aFailedTurnIsNotTheAssistantsWordsNeitherLiveNorAfterARestart() throws InterruptedException {
        say(service, "m-1", "one");
        whileAsked = () -> {
            throw new SwitchboardException(ErrorCode.MODEL_UNAVAILABLE, "The model cannot be reached.");
        };
        say(service, "m-2", "two");
        whileAsked = () -> {};
        // Asked without being recorded, so that both are asked at the same point of the session.
        handle(service, "m-3", "three");
        var live = told(requests.getLast());
        handle(service(), "m-3", "three");
        var restarted = told(requests.getLast());

        assertThat(live).containsExactly("user: one", "assistant: answer", "user: three");
        assertThat(restarted).isEqualTo(live);
    }

    /** A message that is on record runs. */
    private void say(AgentService service, String id, String text) throws InterruptedException {
        ledger.kept.add(SESSION, new RunEvent.UserMessage("e-" + id, id, "terminal-dev", "device-001", null, text));
        handle(service, id, text);
    }

    /** As a session's loop does when the sweep has woken it. */
    private void run() throws InterruptedException {
        handle(service, "m-1", "hello");
    }

    private static void handle(AgentService service, String id, String text) throws InterruptedException {
        var identity =
                new ChannelIdentity("terminal-dev", "terminal", "local", "device-001", "terminal", id, null, null);
        service.handleInboundMessage(
                new Inbox.Waiting(
                        new InboundMessage(identity, SESSION, text, Instant.now()),
                        1,
                        null,
                        0,
                        false,
                        new Inbox.Facts(null, null, null, 0)),
                RunPlace.ALONE);
    }

    private static List<String> told(ModelRequest request) {
        return request.messages().stream()
                .map(message -> switch (message) {
                    case ModelMessage.User user -> "user: " + user.text();
                    case ModelMessage.Assistant assistant -> "assistant: " + assistant.text();
                    case ModelMessage.ToolResult result -> "tool: " + result.text();
                })
                .toList();
    }

    private List<String> recorded() {
        return ledger.after(SESSION, 0, 100).stream()
                .map(recorded -> recorded.event().getClass().getSimpleName())
                .toList();
    }

    private final class CountedModel implements Model {
        @Override
        public String name() {
            return "counted";
        }

        @Override
        public int contextTokens() {
            return 1_000;
        }

        @Override
        public ModelReply answer(ModelRequest request, ModelListener listener) throws InterruptedException {
            asked++;
            requests.add(request);
            whileAsked.happens();
            return ModelReply.text("answer");
        }
    }

    private record OneAgent(Agent agent) implements Assignments {
        @Override
        public Assignment of(@Nullable String home, String from, @Nullable String chosen) {
            return new Assignment(agent, ApprovalMode.ALWAYS_ASK);
        }

        @Override
        public Optional<Agent> named(String name) {
            return Optional.of(agent);
        }

        @Override
        public List<String> names() {
            return List.of(agent.name());
        }
    }

    private static final class NothingSpent implements SpendingStore {
        @Override
        public boolean reserve(String agent, String period, long micros, long limit) {
            return true;
        }

        @Override
        public void settle(String agent, String period, long difference) {}

        @Override
        public long spent(String agent, String period) {
            return 0;
        }
    }

    private final class Log implements ChannelEventLog {
        @Override
        public void append(ChannelEvent event) {
            if (event.type() == ChannelEvent.Type.DIRECT_RUN_STARTED) {
                told.add(event);
            }
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

    /** A ledger on a disk that can be full, of a session that can be begun anew. */
    private static final class FillableLedger implements Ledger {
        private final MemoryLedger kept = new MemoryLedger();
        boolean full;
        boolean begunAnew;

        private void write() {
            if (full) {
                throw new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, "the disk is full");
            }
            if (begunAnew) {
                throw new SwitchboardException(ErrorCode.NO_LONGER_YOURS, "begun anew");
            }
        }

        @Override
        public Pending start(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events) {
            try {
                write();
            } catch (SwitchboardException e) {
                return () -> {
                    throw e;
                };
            }
            return kept.start(at, messageSeq, run, events);
        }

        @Override
        public void append(SessionEpoch at, RunId run, List<RunEvent> events) {
            write();
            kept.append(at, run, events);
        }

        @Override
        public boolean finish(SessionEpoch at, long messageSeq, RunId run, List<RunEvent> events) {
            write();
            return kept.finish(at, messageSeq, run, events);
        }

        @Override
        public List<Recorded> after(SessionId session, long seq, int limit) {
            return kept.after(session, seq, limit);
        }

        @Override
        public List<Recorded> before(SessionId session, long seq, int limit) {
            return kept.before(session, seq, limit);
        }

        @Override
        public long lastSeq(SessionId session) {
            return kept.lastSeq(session);
        }

        @Override
        public Optional<RunSummary> run(RunId run) {
            return kept.run(run);
        }

        @Override
        public void onCommit(CommitListener listener) {
            kept.onCommit(listener);
        }
    }
}
