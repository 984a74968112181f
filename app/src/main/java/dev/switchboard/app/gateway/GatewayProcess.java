package dev.switchboard.app.gateway;

import dev.switchboard.app.command.GatewayRunner;
import dev.switchboard.app.command.ServeOptions;
import dev.switchboard.app.command.Version;
import dev.switchboard.app.config.ChannelConfig;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.Workspaces;
import dev.switchboard.app.logging.LogSetup;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.terminals.PtyTerminals;
import dev.switchboard.tools.exec.LinuxProcessGroups;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A gateway as a process: it runs until a signal ends it, and ends in order. */
public final class GatewayProcess implements GatewayRunner {
    private static final Logger log = LoggerFactory.getLogger(GatewayProcess.class);

    /** What the results of calls may take of the memory together, unless an eighth of it is less. */
    private static final long MOST_TOOL_OUTPUT = 64 * 1024 * 1024;

    private final AgentModels models;
    private final Map<String, String> environment;

    public GatewayProcess(AgentModels models, Map<String, String> environment) {
        this.models = models;
        this.environment = environment;
    }

    @Override
    public int run(Config config, ServeOptions options) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, failure) -> log.atError().setCause(failure).log("{} failed", thread.getName()));
        var data = options.data();
        Workspaces.check(config, data.path());
        var secrets = OwnSecrets.of(config, options.variables(), environment);
        var given = ToolEnvironment.of(environment, secrets);
        var operatorToken = data.operatorToken().value();
        secrets.add(operatorToken);
        var masking = new Masking(secrets);
        LogSetup.mask(masking);
        var terminals = new PtyTerminals(
                defaultWorkspace(config),
                given,
                data.path().resolve("native"),
                new LinuxProcessGroups(),
                Clock.systemUTC());
        var toolOutput = Total.ofHeap("tool output", MOST_TOOL_OUTPUT, 8);
        var tools = new AgentTools(config, given, data.path().resolve("output"), toolOutput, masking, terminals);
        var agents = AgentAbilities.agents(config, models.models(config), tools);
        var gateway = Gateway.start(
                config,
                data.path(),
                operatorToken,
                agents,
                terminals,
                toolOutput,
                masking,
                Version.current(),
                new LocalBus(),
                Clock.systemUTC(),
                new LastWords());
        tools.start();
        data.announce(URI.create("http%s://%s".formatted(scheme(config), authority(config, gateway))));
        greet(config, options, gateway, agents);
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> {
            gateway.close();
            tools.close();
            terminals.close();
            // An orderly stop is a success, whichever signal asked for it.
            Runtime.getRuntime().halt(0);
        }));
        stopped.await();
        return 0;
    }

    /** Where a person's terminal starts. */
    private static Path defaultWorkspace(Config config) {
        var agents = config.agents();
        var agent = agents.getOrDefault("default", agents.values().iterator().next());
        return agent.workspace();
    }

    private static String scheme(Config config) {
        return config.server().tls() == null ? "" : "s";
    }

    /** Where it answers on this machine. */
    private static String authority(Config config, Gateway gateway) {
        var address = gateway.address();
        var host = address.getAddress().isAnyLocalAddress()
                ? "127.0.0.1"
                : config.server().host();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private static void greet(Config config, ServeOptions options, Gateway gateway, Map<String, ModelAgent> agents) {
        var scheme = scheme(config);
        var authority = authority(config, gateway);
        var out = options.screen().out();
        out.println("Switchboard %s is running. Stop it with Ctrl-C.".formatted(Version.current()));
        config.channels().forEach((id, channel) -> {
            if (channel.enabled()) {
                out.println(
                        channel.kind() == ChannelConfig.Kind.TERMINAL
                                ? "  devices  ws%s://%s/api/channels/%s/ws".formatted(scheme, authority, id)
                                : "  webhook  http%s://%s/api/channels/%s/webhook".formatted(scheme, authority, id));
            }
        });
        if (options.screen().terminal()) {
            var code = gateway.signInCode();
            out.println("  page     http%s://%s/%s  (signs you in once, within ten minutes)"
                    .formatted(scheme, authority, code.fragment()));
        } else {
            out.println("  page     http%s://%s/  (run `switchboard pair` for a link that signs you in)"
                    .formatted(scheme, authority));
        }
        agents.values()
                .forEach(agent -> out.println("  agent    %s: %s"
                        .formatted(agent.name(), agent.model().name())));
        out.println("  data     %s".formatted(options.data().path()));
        out.flush();
    }
}
