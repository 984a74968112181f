package dev.switchboard.app.run;

import dev.switchboard.core.approval.AllowRule;
import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.control.RunControls;
import dev.switchboard.core.control.SessionControls;
import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.Attachment;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.modelrun.ModelBodies;
import dev.switchboard.core.money.Budget;
import dev.switchboard.core.money.Price;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.run.Agent;
import dev.switchboard.core.run.AgentService;
import dev.switchboard.core.run.Assignment;
import dev.switchboard.core.run.Assignments;
import dev.switchboard.core.run.Bodies;
import dev.switchboard.core.run.RunServices;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.speech.Transcriber;
import dev.switchboard.core.speech.Transcription;
import dev.switchboard.core.status.AgentStatuses;
import dev.switchboard.core.telemetry.Telemetry;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.store.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** One session on a real store, with agents whose models say what a test has put down for them. */
final class Rig implements AutoCloseable {
    static final SessionId SESSION = new SessionId("desk:local:anna");
    /** Who answers what is asked here. */
    static final RunEvent.By ANNA = new RunEvent.By("anna", "phone-1");

    private static final long PATIENCE_SECONDS = 60;

    /** What a model says to one question; it may listen, wait and fail. */
    interface Line {
        ModelReply say(ModelRequest request, ModelListener listener) throws InterruptedException;
    }

    final List<ModelRequest> asked = new CopyOnWriteArrayList<>();
    final List<OutboundMessage> sent = new CopyOnWriteArrayList<>();
    final Deque<Line> lines = new ArrayDeque<>();
    private final Path folder;
    private final Clock clock;
    private final Map<String, Agent> agents = new LinkedHashMap<>();
    private final List<Tool> tools = new ArrayList<>();
    ApprovalMode mode = ApprovalMode.ALWAYS_EXECUTE;
    List<AllowRule> allow = List.of();
    Duration approvalTimeout = Duration.ofMinutes(5);
    RunLimits limits = RunLimits.DEFAULT;

    @Nullable
    Price price;

    @Nullable
    Budget budget;

    Masking masking = Masking.NONE;
    Total toolOutput = new Total("tool output", 64 * 1024 * 1024);
    RunPlace place = RunPlace.ALONE;
    Transcriber transcriber = Transcriber.NONE;
    Duration transcriberPatience = Transcription.PATIENCE;

    /** The bus of the gateway; one of its own with every start if there is none. */
    @Nullable
    MessageBus bus;

    Telemetry telemetry = Telemetry.NONE;

    /** What whoever looks at the tools gets instead. */
    @Nullable
    Supplier<Error> brokenTools;

    /** What does the work of the agent "default" instead of a model. */
    @Nullable
    Bodies scripted;

    int window = 100_000;
    private @Nullable Thread running;
    private @Nullable Store store;
    private @Nullable AgentService service;
    private @Nullable RunControls controls;
    private @Nullable Approvals approvals;
    private @Nullable AgentStatuses statuses;
    private @Nullable Previews previews;
    private int messages;

    Rig(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    Rig with(Tool... given) {
        tools.addAll(Arrays.asList(given));
        return this;
    }

    /** What the model says next, in order; the last one is said again and again. */
    Rig saying(Line... said) {
        lines.addAll(Arrays.asList(said));
        return this;
    }

    static Line text(String text) {
        return (_, listener) -> {
            listener.text(text);
            return ModelReply.text(text);
        };
    }

    static Line calls(ToolCall... calls) {
        return (_, _) -> new ModelReply("", null, List.of(calls), null, ModelReply.Finish.TOOL_CALLS);
    }

    static ToolCall call(String tool, String arguments) {
        return new ToolCall("call_" + UUID.randomUUID(), tool, arguments);
    }

    Rig start() {
        var open = Store.open(
                folder.resolve("switchboard.db"), folder.resolve("token.key"), clock, masking, FatalErrors.LOGGED);
        store = open;
        Supplier<String> ids = () -> UUID.randomUUID().toString();
        var bus = this.bus == null ? new LocalBus() : this.bus;
        var asking = new Approvals(open.journal(), clock, ids, bus);
        approvals = asking;
        var bodies = new ModelBodies(open.ledger(), open.journal(), open.spending(), clock, ids);
        agents.put(
                "default",
                scripted == null
                        ? bodies.agent(agent("default"))
                        : new Agent("default", "script", agent("default").abilities(), scripted));
        agents.put("titan", bodies.agent(agent("titan")));
        var watched = new AgentStatuses(agents.keySet(), _ -> null).watching(asking);
        statuses = watched;
        var shown = new Previews(masking);
        previews = shown;
        bus.onOutbound(sent::add);
        var services = new RunServices(
                open.ledger(),
                open.journal(),
                open.sessions(),
                asking,
                open.spending(),
                shown,
                watched,
                masking,
                new Transcription(open.attachments(), transcriber, transcriberPatience),
                toolOutput,
                clock,
                ids);
        var everyone = new AllAgents();
        var running = new AgentService(everyone, services, open.channelEvents(), bus, telemetry);
        service = running;
        controls = new SessionControls(running.live(), everyone, services, bus);
        return this;
    }

    /** What people reach through another gateway on the same store: nothing runs there. */
    record Neighbour(Approvals approvals, RunControls controls, AgentService service) implements AutoCloseable {
        @Override
        public void close() {
            service.close();
        }
    }

    /** @param between the bus both are on; a deaf one if neither hears of the other */
    Neighbour neighbour(MessageBus between) {
        Supplier<String> ids = () -> UUID.randomUUID().toString();
        var asking = new Approvals(store().journal(), clock, ids, between);
        var services = new RunServices(
                store().ledger(),
                store().journal(),
                store().sessions(),
                asking,
                store().spending(),
                new Previews(masking),
                new AgentStatuses(agents.keySet(), _ -> null),
                masking,
                new Transcription(store().attachments(), Transcriber.NONE),
                toolOutput,
                clock,
                ids);
        var everyone = new AllAgents();
        var other = new AgentService(everyone, services, store().channelEvents(), between, telemetry);
        return new Neighbour(asking, new SessionControls(other.live(), everyone, services, between), other);
    }

    private ModelAgent agent(String name) {
        var abilities =
                new Abilities(folder.resolve("work"), this::tools, mode, allow, approvalTimeout, limits, price, budget);
        return new ModelAgent(name, new Played(name), "You are " + name + ".", abilities);
    }

    private List<Tool> tools() {
        if (brokenTools != null) {
            throw brokenTools.get();
        }
        return tools;
    }

    /** As if the gateway had been stopped and started. */
    Rig restart() {
        close();
        return start();
    }

    /** As a gateway that stops does first. */
    void letGo() {
        present(service).letGo();
    }

    Store store() {
        return present(store);
    }

    Approvals approvals() {
        return present(approvals);
    }

    /** What waits for an answer. */
    List<Approval> pending() {
        return approvals().pending(null, 500).approvals();
    }

    AgentStatuses statuses() {
        return present(statuses);
    }

    Previews previews() {
        return present(previews);
    }

    RunControls controls() {
        return present(controls);
    }

    /** Says it and waits for the answer. */
    RunEvent.Final say(String text) throws Exception {
        return begin(text).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Says it; the run goes on beside the test. */
    CompletableFuture<RunEvent.Final> begin(String text) {
        admit(text, null);
        return goOn();
    }

    /** The same with a brief; the run goes on beside the test. */
    CompletableFuture<RunEvent.Final> begin(String text, Brief brief) {
        admit(text, brief);
        return goOn();
    }

    /** Says it; nobody runs it yet. */
    void admit(String text, @Nullable Brief brief) {
        store().inbox()
                .admit(new InboundMessage(identity(), SESSION, text, clock.instant(), brief), AdmissionTerms.OF_A_PEER);
    }

    /** Says it aloud; nobody runs it yet. */
    Attachment speak(String recording) {
        var kept = store().attachments().keep(recording.getBytes(StandardCharsets.UTF_8), "audio/wav", "en");
        var spoken = new InboundMessage(identity(), SESSION, "", clock.instant(), null, kept);
        store().inbox().admit(spoken, AdmissionTerms.OF_A_PEER);
        return kept;
    }

    private ChannelIdentity identity() {
        return new ChannelIdentity("desk", "terminal", "local", "anna", "terminal", "m-" + ++messages, null, null);
    }

    /** As a gateway leaves it that dies right after a run's start. */
    void begunBefore() {
        var seq = store().inbox().next(SESSION).orElseThrow().seq();
        var run = new RunId("run-before");
        store().ledger()
                .start(
                        SessionEpoch.first(SESSION),
                        seq,
                        run,
                        List.of(new RunEvent.RunStarted(
                                UUID.randomUUID().toString(), run.value(), "m-" + messages, "default", "played", 1)))
                .await();
    }

    /** Takes up what waits in the session. */
    CompletableFuture<RunEvent.Final> goOn() {
        var answer = new CompletableFuture<RunEvent.Final>();
        running = Thread.startVirtualThread(() -> {
            try {
                present(service)
                        .handleInboundMessage(store().inbox().next(SESSION).orElseThrow(), place);
                answer.complete(lastFinal());
            } catch (InterruptedException | RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** As a gateway that stops does last: what is under way is interrupted, and has no final event. */
    void abandon(CompletableFuture<RunEvent.Final> underWay) {
        present(running).interrupt();
        Awaitility.await().until(underWay::isCompletedExceptionally);
    }

    List<RunEvent> events() {
        var events = new ArrayList<RunEvent>();
        long cursor = 0;
        for (var page = store().ledger().after(SESSION, 0, 500);
                !page.isEmpty();
                page = store().ledger().after(SESSION, cursor, 500)) {
            page.forEach(recorded -> events.add(recorded.event()));
            cursor = page.getLast().seq();
        }
        return events;
    }

    <E extends RunEvent> List<E> events(Class<E> kind) {
        return events().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** What a run that did more than answer came to. */
    static RunEvent.Account account(RunEvent.Final end) {
        return present(
                switch (end) {
                    case RunEvent.Answered answered -> answered.account();
                    case RunEvent.Failed failed -> failed.account();
                    case RunEvent.Stopped stopped -> stopped.account();
                });
    }

    RunEvent.Final lastFinal() {
        return events(RunEvent.Final.class).getLast();
    }

    /** What the model was told with its n-th question, from 0, in one line a message. */
    List<String> told(int question) {
        return told(asked.get(question));
    }

    static List<String> told(ModelRequest request) {
        return request.messages().stream()
                .map(message -> switch (message) {
                    case ModelMessage.User user -> "user: " + user.text();
                    case ModelMessage.Assistant said ->
                        "assistant: " + said.text()
                                + said.toolCalls().stream()
                                        .map(call -> "[" + call.name() + "]")
                                        .reduce("", String::concat);
                    case ModelMessage.ToolResult result -> "result: " + result.text();
                })
                .toList();
    }

    @Override
    public void close() {
        present(service).close();
        store().close();
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new AssertionError("not there, or the rig is not started");
        }
        return value;
    }

    private final class Played implements Model {
        private final String agent;

        Played(String agent) {
            this.agent = agent;
        }

        @Override
        public String name() {
            return "played/" + agent;
        }

        @Override
        public int contextTokens() {
            return window;
        }

        @Override
        public ModelReply answer(ModelRequest request, ModelListener listener) throws InterruptedException {
            asked.add(request);
            Line line;
            synchronized (lines) {
                line = lines.size() > 1 ? lines.removeFirst() : lines.getFirst();
            }
            return line.say(request, listener);
        }
    }

    private final class AllAgents implements Assignments {
        @Override
        public Assignment of(@Nullable String home, String from, @Nullable String chosen) {
            var agent = agents.get(chosen == null ? "default" : chosen);
            return new Assignment(present(agent), mode);
        }

        @Override
        public Optional<Agent> named(String name) {
            return Optional.ofNullable(agents.get(name));
        }

        @Override
        public List<String> names() {
            return List.copyOf(agents.keySet());
        }
    }
}
