package dev.switchboard.app;

import dev.switchboard.app.command.Program;
import dev.switchboard.app.gateway.AgentModels;
import dev.switchboard.app.gateway.GatewayProcess;

/** Where the process starts. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        var models = new AgentModels(System.getenv());
        System.exit(Program.ofProcess(new GatewayProcess(models), models).run(arguments));
    }
}
