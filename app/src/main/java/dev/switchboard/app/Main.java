package dev.switchboard.app;

import dev.switchboard.app.command.Program;
import dev.switchboard.app.gateway.AgentModels;
import dev.switchboard.app.gateway.GatewayProcess;

/** Where the process starts. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        var environment = System.getenv();
        // Made when they are needed: a version or a help text waits for none of it.
        System.exit(Program.ofProcess(
                        (config, options) -> new GatewayProcess(new AgentModels(environment)).run(config, options),
                        agent -> new AgentModels(environment).probe(agent))
                .run(arguments));
    }
}
