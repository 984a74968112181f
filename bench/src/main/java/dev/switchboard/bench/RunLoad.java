package dev.switchboard.bench;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.identity.TimeOrderedIds;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.modelrun.ModelBodies;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.preview.Written;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.run.Agent;
import dev.switchboard.core.run.AgentService;
import dev.switchboard.core.run.Assignment;
import dev.switchboard.core.run.Assignments;
import dev.switchboard.core.run.RunServices;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.speech.Transcriber;
import dev.switchboard.core.speech.Transcription;
import dev.switchboard.core.status.AgentStatuses;
import dev.switchboard.core.telemetry.Telemetry;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.store.Store;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway adds to a model and to a tool: a run on a real store with a model and a tool that take no time.
 * Prints {@code name value} lines.
 */
final class RunLoad implements Model {
    private static final int WARM_UP = 300;
    private static final int TURNS = 500;
    private static final int CALLS = 20;

    private final Store store;
    private final AgentService service;
    private final Previews previews = new Previews(Masking.NONE);
    private Latencies toModel = new Latencies();
    private Latencies toWatcher = new Latencies();
    private Latencies perCall = new Latencies();
    private long admitted;
    private long spoken;
    private long called;
    private int callsLeft;
    private int messages;

    private RunLoad(Store store) {
        this.store = store;
        var clock = Clock.systemUTC();
        var ids = new TimeOrderedIds(clock);
        var abilities = new Abilities(
                Path.of(""),
                () -> List.of(new Looks()),
                ApprovalMode.ALWAYS_EXECUTE,
                List.of(),
                Duration.ofMinutes(5),
                new RunLimits(1_000, null, Duration.ofHours(1), null),
                null,
                null);
        var agent = new ModelBodies(store.ledger(), store.journal(), store.spending(), clock, ids)
                .agent(new ModelAgent("default", this, "You are quick.", abilities));
        this.service = new AgentService(
                new One(agent),
                new RunServices(
                        store.ledger(),
                        store.journal(),
                        store.sessions(),
                        new Approvals(store.journal(), clock, ids, new LocalBus()),
                        store.spending(),
                        previews,
                        new AgentStatuses(List.of(), _ -> null),
                        Masking.NONE,
                        new Transcription(store.attachments(), Transcriber.NONE),
                        Total.ofHeap("tool output", 64L * 1024 * 1024, 8),
                        clock,
                        ids),
                store.channelEvents(),
                new LocalBus(),
                Telemetry.NONE);
    }

    /** {@code first-token FOLDER}, or {@code history FOLDER EVENTS}. */
    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments[1]);
        try (var store = Store.open(folder.resolve("switchboard.db"), folder.resolve("token.key"), Clock.systemUTC())) {
            var load = new RunLoad(store);
            if (arguments[0].equals("first-token")) {
                load.firstToken();
            } else {
                load.history(Integer.parseInt(arguments[2]));
            }
            load.service.close();
        }
    }

    private void firstToken() throws Exception {
        var session = new SessionId("bench:local:one");
        try (var _ = previews.watch(session, new Previews.Watcher() {
            @Override
            public void text(Written run, String piece, int offset) {
                toWatcher.add(System.nanoTime() - spoken);
            }

            @Override
            public void retracted(Written run) {}
        })) {
            for (int i = 0; i < WARM_UP + TURNS; i++) {
                if (i == WARM_UP) {
                    toModel = new Latencies();
                    toWatcher = new Latencies();
                    perCall = new Latencies();
                }
                callsLeft = i % 5 == 0 ? CALLS : 0;
                turn(session);
            }
        }
        print("to_model_ms", toModel.millis(0.5));
        print("to_model_p99_ms", toModel.millis(0.99));
        print("to_watcher_ms", toWatcher.millis(0.5));
        print("call_ms", perCall.millis(0.5));
        print("call_p99_ms", perCall.millis(0.99));
    }

    /** A session of so many events, then turns in it. */
    private void history(int events) throws Exception {
        var session = new SessionId("bench:local:long");
        for (int written = 0; written < events; written += 5) {
            fill(session);
        }
        long from = System.nanoTime();
        turn(session);
        print("first_turn_ms", (System.nanoTime() - from) / 1e6);
        for (int i = 0; i < WARM_UP; i++) {
            turn(session);
        }
        var turns = new Latencies();
        for (int i = 0; i < TURNS; i++) {
            from = System.nanoTime();
            turn(session);
            turns.add(System.nanoTime() - from);
        }
        print("turn_ms", turns.millis(0.5));
        from = System.nanoTime();
        var last = store.ledger().lastSeq(session);
        var tail = store.ledger().after(session, last - 100, 100);
        print("attach_ms", (System.nanoTime() - from) / 1e6);
        print("events", tail.getLast().seq());
    }

    /** A message with its answer, five events, straight into the store. */
    private void fill(SessionId session) {
        long seq = admit(session);
        var run = new RunId("run-" + messages);
        var id = "m-" + messages;
        store.ledger()
                .start(
                        SessionEpoch.first(session),
                        seq,
                        run,
                        List.of(
                                new RunEvent.RunStarted("e", run.value(), id, "default", "bench", 1),
                                new RunEvent.TurnStart("e", run.value(), "turn-" + messages, null)));
        store.ledger()
                .finish(
                        SessionEpoch.first(session),
                        seq,
                        run,
                        List.of(
                                new RunEvent.Answered("e", run.value(), id, Texts.ANSWER, null, 1),
                                new RunEvent.TurnEnd("e", run.value(), "turn-" + messages, RunEvent.Status.OK, 1)));
    }

    private void turn(SessionId session) throws InterruptedException {
        admit(session);
        admitted = System.nanoTime();
        service.handleInboundMessage(store.inbox().next(session).orElseThrow(), RunPlace.ALONE);
    }

    private long admit(SessionId session) {
        var identity = new ChannelIdentity(
                "bench", "terminal", "local", session.value(), "terminal", "m-" + ++messages, null, null);
        var message =
                new InboundMessage(identity, session, "hello", Clock.systemUTC().instant());
        return ((Admission.Accepted) store.inbox().admit(message, AdmissionTerms.OF_A_PEER)).seq();
    }

    private static void print(String name, double value) {
        System.out.println(String.format(Locale.ROOT, "%s %.4f", name, value));
    }

    @Override
    public String name() {
        return "bench";
    }

    @Override
    public int contextTokens() {
        return 16_000;
    }

    @Override
    public ModelReply answer(ModelRequest request, ModelListener listener) {
        long now = System.nanoTime();
        if (request.messages().getLast() instanceof ModelMessage.ToolResult) {
            perCall.add(now - called);
        } else {
            toModel.add(now - admitted);
        }
        if (request.purpose() == ModelRequest.Purpose.SUMMARY) {
            return ModelReply.text("They said hello.");
        }
        if (callsLeft > 0) {
            callsLeft--;
            var call = Looks.call();
            called = System.nanoTime();
            return new ModelReply("", null, List.of(call), null, ModelReply.Finish.TOOL_CALLS);
        }
        spoken = System.nanoTime();
        listener.text(Texts.ANSWER);
        return ModelReply.text(Texts.ANSWER);
    }

    private record One(Agent agent) implements Assignments {
        @Override
        public Assignment of(@Nullable String home, String from, @Nullable String chosen) {
            return new Assignment(agent, ApprovalMode.ALWAYS_EXECUTE);
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
}
