package dev.switchboard.app.command;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        description = "print a completion script for bash and zsh",
        footerHeading = Program.EXAMPLE,
        footer = "  source <(switchboard completion)")
final class Completion implements Runnable {
    private final Screen screen;

    @Spec
    private @Nullable CommandSpec spec;

    Completion(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        var root = Objects.requireNonNull(spec).root();
        screen.out().print(AutoComplete.bash(root.name(), root.commandLine()));
        screen.out().flush();
    }
}
