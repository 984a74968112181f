package dev.switchboard.app.command;

import dev.switchboard.app.doctor.ModelProbe;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

/** The {@code switchboard} command and all that come with it. */
public final class Program {
    private static final Set<String> OF_THE_ROOT = Set.of("-h", "--help", "-V", "--version");

    private final CommandLine commands;
    private final Complaints complaints;

    public Program(
            GatewayRunner gateway, ModelProbe probe, Clock clock, Map<String, String> environment, Screen screen) {
        complaints = new Complaints(
                screen, environment.getOrDefault("SWITCHBOARD_DEBUG", "").equals("1"));
        commands = new CommandLine(new Root())
                .addSubcommand(new Serve(new ConfigOptions(environment), gateway, screen))
                .addSubcommand(new ShowConfig(new ConfigOptions(environment), screen))
                .addSubcommand(new Doctor(new ConfigOptions(environment), probe, clock, screen))
                .addSubcommand(new Completion(screen))
                .setOut(screen.out())
                .setErr(screen.err())
                .setColorScheme(CommandLine.Help.defaultColorScheme(screen.colour() ? Ansi.ON : Ansi.OFF))
                .setParameterExceptionHandler((misuse, _) -> complaints.about(misuse))
                .setExecutionExceptionHandler((failure, _, _) -> complaints.about(failure));
        commands.getSubcommands().values().forEach(command -> command.getCommandSpec()
                .addOption(help()));
        commands.setUsageHelpWidth(100);
    }

    private static OptionSpec help() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build();
    }

    public static Program ofProcess(GatewayRunner gateway, ModelProbe probe) {
        return new Program(gateway, probe, Clock.systemUTC(), System.getenv(), Screen.ofProcess());
    }

    /** The exit code: 0, 1 for what failed, 2 for what was asked wrongly. */
    public int run(String... arguments) {
        try {
            return commands.execute(withCommand(arguments));
        } catch (Throwable failure) { // picocli hands on exceptions, but not errors
            return complaints.about(failure);
        }
    }

    /** {@code switchboard --port 1} means {@code switchboard serve --port 1}. */
    private static String[] withCommand(String... arguments) {
        boolean serve = arguments.length == 0 || (arguments[0].startsWith("-") && !OF_THE_ROOT.contains(arguments[0]));
        return serve ? Stream.concat(Stream.of("serve"), Stream.of(arguments)).toArray(String[]::new) : arguments;
    }

    @Command(
            name = "switchboard",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            synopsisSubcommandLabel = "[command]",
            description = "A gateway between your AI agent and everything you talk to it from.",
            commandListHeading = "%nCommands:%n",
            footer = {"", "Without a command it serves. switchboard COMMAND --help tells more."})
    static final class Root {}
}
