package dev.switchboard.app;

import dev.switchboard.app.command.GatewayRunner;
import dev.switchboard.app.command.Program;
import dev.switchboard.app.doctor.Finding;
import dev.switchboard.app.doctor.ModelProbe;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;

/** Where the process starts. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        GatewayRunner gateway = (_, _) -> {
            throw new SwitchboardException(
                    ErrorCode.INTERNAL, "this build has no gateway in it — wait for the next one");
        };
        ModelProbe probe = _ -> new Finding.Skipped("this build has no models in it");
        System.exit(Program.ofProcess(gateway, probe).run(arguments));
    }
}
