package dev.switchboard.app.command;

import dev.switchboard.app.config.InvalidConfigException;
import dev.switchboard.app.data.AlreadyRunningException;
import dev.switchboard.app.data.DataFolderException;
import dev.switchboard.cli.device.DeviceException;
import dev.switchboard.cli.device.WrongOptionException;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.OwnName;
import dev.switchboard.core.failure.SwitchboardException;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns whatever went wrong into a line for a person, what happened and what to do next, and an exit code. */
final class Complaints {
    static final int FAILED = 1;
    static final int MISUSED = 2;
    private static final int DEFAULT_PORT = 18080;

    private final Screen screen;
    private final boolean debug;

    /** @param debug shows the stack trace as well */
    Complaints(Screen screen, boolean debug) {
        this.screen = screen;
        this.debug = debug;
    }

    int about(Throwable failure) {
        return switch (failure) {
            case InvalidConfigException invalid -> say(MISUSED, invalid.getMessage(), invalid);
            case WrongOptionException wrong -> say(MISUSED, wrong.getMessage(), wrong);
            case SwitchboardException ours -> say(FAILED, ours.getMessage(), ours);
            case AlreadyRunningException running -> say(FAILED, whatNow(running), running);
            case DataFolderException folder -> say(FAILED, folder.getMessage(), folder);
            case CommandException refused -> say(refused.exitCode(), refused.getMessage(), refused);
            case DeviceException device -> say(FAILED, device.getMessage(), device);
            default ->
                say(
                        FAILED,
                        "%s — run it again with SWITCHBOARD_DEBUG=1 and report what it shows".formatted(failure),
                        failure);
        };
    }

    private static String whatNow(AlreadyRunningException running) {
        var pid = running.holder().pid();
        return "%s — talk to it with %s, stop it with %s, or start another beside it with --data and --port"
                .formatted(
                        running.getMessage(),
                        connect(running.holder().url()),
                        pid == null ? "its Ctrl-C" : "kill " + pid);
    }

    private static String connect(@Nullable URI url) {
        return OwnName.command(
                url == null || url.getPort() == DEFAULT_PORT
                        ? "connect"
                        : "connect --url ws%s/api/channels/terminal-dev/ws"
                                .formatted(url.toString().substring("http".length())));
    }

    /** @param sentence what the command line's parser did not understand; see {@link Misuse} */
    int aboutMisuse(String sentence, Throwable misuse) {
        return say(MISUSED, sentence, misuse);
    }

    private int say(int exitCode, @Nullable String sentence, Throwable failure) {
        screen.err().println("switchboard: " + Objects.requireNonNullElseGet(sentence, failure::toString));
        if (debug) {
            failure.printStackTrace(screen.err());
        }
        return exitCode;
    }
}
