package dev.switchboard.app.gateway;

import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.MessageBus;
import dev.switchboard.core.channel.ApprovalNotices;
import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.channel.ChannelManager;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.channel.Presence;
import dev.switchboard.core.control.SessionControls;
import dev.switchboard.core.control.SessionResets;
import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.TimeOrderedIds;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.modelrun.ModelBodies;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.run.Agent;
import dev.switchboard.core.run.AgentService;
import dev.switchboard.core.run.RunServices;
import dev.switchboard.core.session.LostMessages;
import dev.switchboard.core.session.SessionLoops;
import dev.switchboard.core.session.Sweep;
import dev.switchboard.core.speech.Transcriber;
import dev.switchboard.core.speech.Transcription;
import dev.switchboard.core.status.AgentStatuses;
import dev.switchboard.core.task.Task;
import dev.switchboard.core.terminal.Terminals;
import dev.switchboard.core.tool.ProcessGroups;
import dev.switchboard.edge.api.ApprovalsApi;
import dev.switchboard.edge.api.ControlApi;
import dev.switchboard.edge.api.FilesApi;
import dev.switchboard.edge.api.ResultsApi;
import dev.switchboard.edge.api.SessionDoor;
import dev.switchboard.edge.api.SessionListApi;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.SignInCodes;
import dev.switchboard.edge.board.BoardRoutes;
import dev.switchboard.edge.board.Boards;
import dev.switchboard.edge.channel.AdapterFactory;
import dev.switchboard.edge.channel.ChannelDoor;
import dev.switchboard.edge.channel.ChannelRoutes;
import dev.switchboard.edge.channel.ChannelsApi;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.http.Router;
import dev.switchboard.edge.hud.HudRoutes;
import dev.switchboard.edge.hud.Huds;
import dev.switchboard.edge.lobby.Lobby;
import dev.switchboard.edge.lobby.LobbyRoutes;
import dev.switchboard.edge.net.NetServer;
import dev.switchboard.edge.net.NetSettings;
import dev.switchboard.edge.net.NetTotals;
import dev.switchboard.store.Store;
import dev.switchboard.tools.exec.LinuxProcessGroups;
import dev.switchboard.tools.files.ShownFiles;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One gateway from its data folder to its port.
 *
 * <p>Order of starting: store, recovery of what a former gateway left, then the port. Order of stopping: no more
 * admissions, running turns get their time, sockets are told goodbye, the store is closed last.
 */
public final class Gateway implements AutoCloseable {
    /** What running turns get when the gateway stops; what is left then goes on after the next start. */
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(Gateway.class);

    private final Store store;
    private final ChannelRuntime runtime;
    private final AgentService service;
    private final SessionLoops loops;
    private final ChannelManager channels;
    private final Lobby lobby;
    private final Sweep sweep;
    private final Access access;
    private final Meters meters;
    private final Router router;
    private final NetServer server;
    private final AccessToken operator;

    /**
     * @param data where the database is kept; locked by the caller
     * @param described the agents by name; every channel's agent is among them
     * @param toolOutput what the results of calls may take of the memory together
     * @param masking knows the keys of the configuration and the environment
     * @param version shown in the status
     * @param fatal told when something everything hangs on cannot go on
     */
    public static Gateway start(
            Config config,
            Path data,
            String operatorToken,
            Map<String, ModelAgent> described,
            Terminals terminals,
            Total toolOutput,
            Masking masking,
            String version,
            MessageBus bus,
            Clock clock,
            FatalErrors fatal) {
        var store = Store.open(data.resolve("switchboard.db"), data.resolve("token.key"), clock, masking, fatal);
        try {
            return new Gateway(
                    config,
                    store,
                    operatorToken,
                    described,
                    terminals,
                    toolOutput,
                    masking,
                    version,
                    bus,
                    clock,
                    fatal);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private Gateway(
            Config config,
            Store store,
            String operatorToken,
            Map<String, ModelAgent> described,
            Terminals terminals,
            Total toolOutput,
            Masking masking,
            String version,
            MessageBus bus,
            Clock clock,
            FatalErrors fatal) {
        this.store = store;
        this.operator = store.tokens().keepOperator(operatorToken);
        if (!operator.isLiveAt(clock.instant())) {
            log.warn("the token in operator.token was rotated or revoked: put the new one there and start again");
        }
        this.meters = new Meters();
        var held = new HeldMessages();
        this.runtime =
                new ChannelRuntime(store.inbox(), store.channelEvents(), bus, held, store.attachments(), meters, clock);
        var ids = new TimeOrderedIds(clock);
        var approvals = new Approvals(store.journal(), clock, ids, bus);
        var previews = new Previews(masking);
        var agents = new ModelBodies(store.ledger(), store.journal(), store.spending(), clock, ids).agents(described);
        var statuses =
                new AgentStatuses(agents.keySet(), new Purses(agents, store.spending(), clock)).watching(approvals);
        var assignments = new ConfiguredAgents(config, agents);
        var services = new RunServices(
                store.ledger(),
                store.journal(),
                store.sessions(),
                approvals,
                store.spending(),
                previews,
                statuses,
                masking,
                new Transcription(store.attachments(), Transcriber.NONE),
                toolOutput,
                clock,
                ids);
        this.service = new AgentService(assignments, services, store.channelEvents(), bus, meters);
        var controls = new SessionControls(service.live(), assignments, services, bus);
        this.loops = new SessionLoops(store.inbox(), held, service);
        var doorway = doorway(config.server());
        var feed = new Feed(store.ledger(), masking);
        var pages = Total.ofHeap("event pages", 32L * 1024 * 1024, 16);
        this.access = new Access(config.server(), store, doorway, feed, pages, masking, version, clock);
        var presence = new Presence();
        var boards = new Boards(
                new Boards.Services(
                        runtime,
                        controls,
                        store.tasks(),
                        store.sessions(),
                        store.ledger(),
                        feed,
                        previews,
                        approvals,
                        statuses,
                        terminals,
                        store.tokens(),
                        presence,
                        masking),
                access.live(),
                access.guard(),
                Config.DEFAULT_AGENT,
                version,
                clock);
        var resets = new SessionResets(store.sessions(), assignments, service, approvals, previews, bus);
        var huds = new Huds(
                new Huds.Services(
                        runtime,
                        controls,
                        resets,
                        store.sessions(),
                        assignments,
                        store.journal(),
                        store.ledger(),
                        feed,
                        previews,
                        approvals,
                        masking),
                Channels.settings(config),
                access.live(),
                Config.DEFAULT_AGENT,
                version,
                clock);
        this.channels = new ChannelManager(
                adapters(config, List.of(boards, huds), presence, masking, clock),
                store.inbox(),
                store.channelEvents(),
                meters,
                clock);
        new ApprovalNotices(store.inbox(), channels).watching(approvals);
        bus.onInbound(loops::wake);
        bus.onOutbound(channels::dispatchOutbound);
        this.sweep = new Sweep(store.inbox(), loops, channels, clock);
        var routes = access.routes(() -> Readiness.complaints(store, runtime), meters::scrape);
        routes.addAll(new ApprovalsApi(approvals).routes());
        var door = new SessionDoor(store.sessions());
        routes.addAll(new SessionListApi(store.sessions(), assignments, resets).routes());
        routes.addAll(new ResultsApi(door, store.journal(), masking, access.live()).routes());
        routes.addAll(new FilesApi(door, assignments, new ShownFiles(), masking, access.live()).routes());
        routes.addAll(
                new ControlApi(controls, door, run -> store.tasks().find(run).map(Task::session)).routes());
        routes.addAll(new BoardRoutes(boards, doorway).routes());
        routes.addAll(new HudRoutes(huds).routes());
        this.lobby = new Lobby(
                new Lobby.Services(store.sessions(), assignments, approvals, statuses, channels, presence),
                access.live(),
                version);
        routes.addAll(new LobbyRoutes(lobby).routes());
        routes.addAll(new ChannelRoutes(channels, new ChannelDoor(access.guard(), doorway)).routes());
        routes.addAll(
                new ChannelsApi(channels, store.channelEvents(), doorway, version, agentLines(agents), clock).routes());
        this.router = access.router(routes);
        endLeftGroups(store.journal(), new LinuxProcessGroups());
        channels.start();
        sweep.start();
        try {
            this.server = NetServer.start(netSettings(config.server()), router, NetTotals.ofHeap(), fatal);
        } catch (RuntimeException e) {
            stopWork();
            throw e;
        }
        meters.watch(toolOutput);
        meters.watch(store, loops, channels, new LostMessages(store.inbox(), loops, clock), approvals, server);
        server.totals().all().forEach(meters::watch);
        meters.watch(pages);
    }

    public InetSocketAddress address() {
        return server.boundAddress();
    }

    /** A one-time code that signs a browser in as the operator. */
    public SignInCodes.Issued signInCode() {
        return access.signInCodes().issue(operator);
    }

    public Store store() {
        return store;
    }

    /** Everything that can be asked for, and by whom; a test walks it. */
    List<Route> routes() {
        return router.routes();
    }

    @Override
    public void close() {
        log.info("stopping: no new messages, running turns get {} s", DRAIN.toSeconds());
        runtime.drain();
        stopWork();
        access.close();
        server.close(Duration.ofSeconds(5));
        store.close();
        log.info("stopped");
    }

    private void stopWork() {
        sweep.close();
        loops.noMore();
        service.letGo();
        try {
            loops.stop(DRAIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        service.close();
        channels.stop();
        lobby.stop();
    }

    /** The channels of the configuration, and the gateway's own. */
    private List<ChannelAdapter> adapters(
            Config config, List<ChannelAdapter> own, Presence presence, Masking masking, Clock clock) {
        var factory = new AdapterFactory(runtime, store.channelEvents(), presence, masking, clock);
        var adapters = new ArrayList<ChannelAdapter>();
        Channels.settings(config).forEach(channel -> adapters.add(factory.create(channel)));
        adapters.addAll(own);
        return adapters;
    }

    private static List<ChannelsApi.AgentLine> agentLines(Map<String, Agent> agents) {
        return agents.values().stream()
                .map(agent -> new ChannelsApi.AgentLine(agent.name(), agent.engine()))
                .toList();
    }

    /** What a gateway that died has left running must not go on beside the runs that are taken up again. */
    private static void endLeftGroups(RunJournal journal, ProcessGroups groups) {
        for (var group : journal.processGroups()) {
            groups.end(group);
            journal.groupEnded(group);
        }
    }

    private static Doorway doorway(ServerConfig server) {
        var publicUrl = server.publicUrl() == null ? null : server.publicUrl().toString();
        return new Doorway(publicUrl, server.names(), server.allowedOrigins(), server.behindProxy());
    }

    private static NetSettings netSettings(ServerConfig server) {
        var plain = NetSettings.of(server.host(), server.port());
        var tls = server.tls();
        return tls == null ? plain : plain.withTls(tls.cert(), tls.key());
    }
}
