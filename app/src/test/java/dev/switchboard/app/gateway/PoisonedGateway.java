package dev.switchboard.app.gateway;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.modelrun.ModelAgent;
import dev.switchboard.terminals.PtyTerminals;
import dev.switchboard.testkit.ScriptedModel;
import dev.switchboard.tools.exec.LinuxProcessGroups;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** A gateway as a process of its own, whose writer fails for good after it has committed the message "poison". */
final class PoisonedGateway {
    private PoisonedGateway() {}

    /** {@code DATA}; says its port. */
    public static void main(String[] arguments) throws InterruptedException {
        var data = Path.of(arguments[0]);
        var terminals =
                new PtyTerminals(data, Map.of(), data.resolve("native"), new LinuxProcessGroups(), Clock.systemUTC());
        var gateway = Gateway.start(
                TestGateway.config(30, null),
                data,
                TestGateway.TOKEN,
                Map.of("default", new ModelAgent("default", ScriptedModel.echo(), null)),
                terminals,
                new Total("tool output", 64 * 1024 * 1024),
                Masking.NONE,
                "test",
                new LocalBus(),
                Clock.systemUTC(),
                new LastWords());
        gateway.store()
                .ledger()
                .onCommit((_, events) -> events.forEach(recorded -> {
                    if (recorded.event() instanceof RunEvent.UserMessage message
                            && message.text().equals("poison")) {
                        throw new StackOverflowError("poisoned");
                    }
                }));
        System.out.println("port " + gateway.address().getPort());
        Thread.currentThread().join();
    }
}
