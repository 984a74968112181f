package dev.switchboard.app.proof;

import static org.awaitility.Awaitility.await;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.channel.Acknowledgement;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.ChannelManager;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.modelrun.ModelBodies;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.run.Agent;
import dev.switchboard.core.run.AgentService;
import dev.switchboard.core.run.Assignment;
import dev.switchboard.core.run.Assignments;
import dev.switchboard.core.run.RunServices;
import dev.switchboard.core.session.SessionLoops;
import dev.switchboard.core.session.Sweep;
import dev.switchboard.core.speech.Transcriber;
import dev.switchboard.core.speech.Transcription;
import dev.switchboard.core.status.AgentStatuses;
import dev.switchboard.core.telemetry.Telemetry;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.store.Store;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * As much of a gateway as it takes to hear a recording and to answer it, on a real store; also as a process of its own,
 * which says on its output how far it has come and may be killed there.
 */
final class ListeningGateway implements AutoCloseable {
    static final SessionId SESSION = new SessionId("desk:local:anna");

    /** What a process says: the recording is accepted, and the beginning of its run is on disk. */
    static final String BEGUN = "begun";

    static final String TRANSCRIBER_ASKED = "the transcriber is asked";
    static final String MODEL_ASKED = "the model is asked";

    /** As an argument: it never says anything. */
    static final String SILENT = "silent";

    private final Store store;
    private final ChannelRuntime runtime;
    private final AgentService service;
    private final SessionLoops loops;
    private final Sweep sweep;

    ListeningGateway(Path data, Transcriber transcriber, ScriptedModel model) {
        var clock = Clock.systemUTC();
        store = Store.open(data.resolve("switchboard.db"), data.resolve("token.key"), clock);
        Supplier<String> ids = () -> UUID.randomUUID().toString();
        var bus = new LocalBus();
        var held = new HeldMessages();
        runtime = new ChannelRuntime(
                store.inbox(), store.channelEvents(), bus, held, store.attachments(), Telemetry.NONE, clock);
        var approvals = new Approvals(store.journal(), clock, ids, bus);
        var abilities = new Abilities(
                data,
                List::of,
                ApprovalMode.ALWAYS_ASK,
                List.of(),
                Duration.ofMinutes(5),
                RunLimits.DEFAULT,
                null,
                null);
        var agent = new ModelBodies(store.ledger(), store.journal(), store.spending(), clock, ids)
                .agent(new ModelAgent("default", model, "You listen.", abilities));
        var services = new RunServices(
                store.ledger(),
                store.journal(),
                store.sessions(),
                approvals,
                store.spending(),
                new Previews(Masking.NONE),
                new AgentStatuses(List.of("default"), _ -> null),
                Masking.NONE,
                new Transcription(store.attachments(), transcriber),
                new Total("tool output", 1024),
                clock,
                ids);
        service = new AgentService(new OneAgent(agent), services, store.channelEvents(), bus, Telemetry.NONE);
        loops = new SessionLoops(store.inbox(), held, service);
        bus.onInbound(loops::wake);
        var channels = new ChannelManager(List.of(), store.inbox(), store.channelEvents(), Telemetry.NONE, clock);
        sweep = new Sweep(store.inbox(), loops, channels, clock);
        sweep.start();
    }

    Store store() {
        return store;
    }

    /** Says this aloud. */
    Admission say(String id, String sound) {
        var channel = new ChannelSettings(
                "desk", true, "desk", "websocket", "local", "Desk", "default", Duration.ofSeconds(30), 100, null);
        var recording = store.attachments().keep(sound.getBytes(StandardCharsets.UTF_8), "audio/wav", "en");
        var draft = new Draft("anna", id, null, null, null, null, null, recording, AdmissionTerms.OF_A_PEER);
        try (var acknowledgement = runtime.acceptInbound(channel, draft)) {
            return ((Acknowledgement.Judged) acknowledgement).admission();
        }
    }

    private boolean isBegun() {
        return store.ledger().after(SESSION, 0, 10).stream()
                .anyMatch(recorded -> recorded.event() instanceof RunEvent.RunStarted);
    }

    @Override
    public void close() {
        sweep.close();
        try {
            loops.stop(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        service.close();
        store.close();
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

    /** @param args the data folder, what the transcriber hears, what the model says, and what is said aloud if anything */
    public static void main(String[] args) throws Exception {
        var gateway = new ListeningGateway(
                Path.of(args[0]),
                (_, _) -> {
                    System.out.println(TRANSCRIBER_ASKED);
                    return orSilent(args[1]);
                },
                new ScriptedModel((request, _) -> {
                    System.out.println(MODEL_ASKED);
                    return ModelReply.text(orSilent(args[2]) + Said.last(request));
                }));
        if (args.length > 3 && gateway.say("m-1", args[3]) instanceof Admission.Accepted) {
            // The transcriber is asked while the beginning is still being written.
            await().until(gateway::isBegun);
            System.out.println(BEGUN);
        }
        Thread.sleep(Duration.ofMinutes(10));
    }

    private static String orSilent(String text) throws InterruptedException {
        if (text.equals(SILENT)) {
            Thread.sleep(Duration.ofMinutes(10));
        }
        return text;
    }
}
