package dev.switchboard.app.command;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.task.TaskOptions;
import dev.switchboard.cli.task.TaskProcess;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "task",
        description = "give the agent something to do, and see what becomes of it",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:completed",
            "1:the task failed, or there is none of this id",
            "2:it was asked for something it does not understand",
            "3:the gateway cannot be reached, or does not let this token",
            "130:stopped"
        },
        footerHeading = Program.EXAMPLE,
        footer = "  switchboard task \"run the tests\"")
final class Task implements Callable<Integer>, Described {
    private final TaskOptions options;
    private final Map<String, String> environment;
    private final Clock clock;
    private final Screen screen;

    Task(TaskOptions options, Map<String, String> environment, Clock clock, Screen screen) {
        this.options = options;
        this.environment = environment;
        this.clock = clock;
        this.screen = screen;
    }

    @Override
    public Options options() {
        return options.all();
    }

    @Override
    public Integer call() throws InterruptedException {
        var streams = Streams.ofProcess(screen.out(), screen.err(), screen.terminal(), screen.colour());
        boolean terminalErr = Boolean.getBoolean("switchboard.terminal.err");
        return new TaskProcess(environment, clock, streams, terminalErr).run(options);
    }
}
