package dev.switchboard.app;

import dev.switchboard.app.command.GatewayRunner;
import dev.switchboard.app.command.Program;
import dev.switchboard.app.command.ServeOptions;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.gateway.AgentModels;
import dev.switchboard.app.gateway.GatewayProcess;
import dev.switchboard.app.gateway.Preload;
import java.util.Map;

/** Where the process starts. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        var environment = System.getenv();
        System.exit(Program.ofProcess(new LazyGateway(environment), agent -> new AgentModels(environment).probe(agent))
                .run(arguments));
    }

    /** Made when it is needed: a version or a help text waits for none of it. */
    private record LazyGateway(Map<String, String> environment) implements GatewayRunner {
        @Override
        public void prepare() {
            Preload.inBackground();
        }

        @Override
        public int run(Config config, ServeOptions options) throws Exception {
            return new GatewayProcess(new AgentModels(environment), environment).run(config, options);
        }
    }
}
