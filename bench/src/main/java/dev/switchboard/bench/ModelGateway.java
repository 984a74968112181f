package dev.switchboard.bench;

import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.app.gateway.Gateway;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.terminals.PtyTerminals;
import dev.switchboard.tools.exec.LinuxProcessGroups;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** A whole gateway in this process, with a model of ours: what it does is known to the moment. */
record ModelGateway(Gateway gateway, PtyTerminals terminals) implements AutoCloseable {
    static final String TOKEN = "swb_bench-operator-token";

    static ModelGateway start(Path data, Model model, Abilities abilities) {
        var terminals = new PtyTerminals(
                data,
                Map.of("PATH", "/usr/bin:/bin"),
                data.resolve("native"),
                new LinuxProcessGroups(),
                Clock.systemUTC(),
                System::nanoTime);
        var server = new ServerConfig("127.0.0.1", 0, null, null, List.of(), List.of(), false, null);
        var usual = Config.DEFAULT;
        var agent = new ModelAgent(Config.DEFAULT_AGENT, model, "You are quick.", abilities);
        var gateway = Gateway.start(
                new Config(server, usual.channels(), usual.agents(), usual.mcp(), null),
                data,
                TOKEN,
                Map.of(Config.DEFAULT_AGENT, agent),
                terminals,
                Total.ofHeap("tool output", 64L * 1024 * 1024, 8),
                new Masking(List.of(TOKEN)),
                "bench",
                new LocalBus(),
                Clock.systemUTC(),
                FatalErrors.LOGGED);
        return new ModelGateway(gateway, terminals);
    }

    int port() {
        return gateway.address().getPort();
    }

    @Override
    public void close() {
        gateway.close();
        terminals.close();
    }
}
