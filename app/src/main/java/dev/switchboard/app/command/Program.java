package dev.switchboard.app.command;

import dev.switchboard.app.doctor.ModelProbe;
import dev.switchboard.cli.approve.ApproveOptions;
import dev.switchboard.cli.device.DeviceOptions;
import dev.switchboard.cli.task.TaskOptions;
import dev.switchboard.cli.watch.WatchOptions;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.OptionSpec;

/** The {@code switchboard} command and all that come with it. */
public final class Program {
    /** What the help of every command ends with. */
    static final String EXAMPLE = "%nFor example:%n";

    private static final Set<String> OF_THE_ROOT = Set.of("-h", "--help", "-V", "--version");

    private final GatewayRunner gateway;
    private final ModelProbe probe;
    private final Clock clock;
    private final Map<String, String> environment;
    private final Screen screen;
    private final Complaints complaints;

    public Program(
            GatewayRunner gateway, ModelProbe probe, Clock clock, Map<String, String> environment, Screen screen) {
        this.gateway = gateway;
        this.probe = probe;
        this.clock = clock;
        this.environment = environment;
        this.screen = screen;
        this.complaints = new Complaints(
                screen, environment.getOrDefault("SWITCHBOARD_DEBUG", "").equals("1"));
    }

    public static Program ofProcess(GatewayRunner gateway, ModelProbe probe) {
        return new Program(gateway, probe, Clock.systemUTC(), System.getenv(), Screen.ofProcess());
    }

    /**
     * The exit code: 0, 1 for what failed, 2 for what was asked wrongly; some commands have more.
     *
     * <p>A plain command line is run without picocli. Its classes are in the format of Java 5, which an AOT cache cannot
     * hold, and loading and verifying them takes longer than all else that {@code config} does.
     */
    public int run(String... arguments) {
        List<String> words = withCommand(arguments);
        try {
            Callable<Integer> plain = plain(words);
            return plain != null ? plain.call() : commands().execute(words.toArray(String[]::new));
        } catch (Throwable failure) { // errors too: nobody is helped by a stack trace
            return complaints.about(failure);
        }
    }

    private @Nullable Callable<Integer> plain(List<String> words) {
        if (words.equals(List.of("--version"))) {
            return () -> {
                screen.out().println(Version.line());
                return 0;
            };
        }
        if (words.getFirst().equals("connect")) {
            DeviceOptions device = DeviceOptions.plain(words.subList(1, words.size()));
            return device == null ? null : new Connect(device, environment, screen);
        }
        if (words.getFirst().equals("approve")) {
            ApproveOptions approve = ApproveOptions.plain(words.subList(1, words.size()));
            return approve == null ? null : new Approve(approve, environment, clock, screen);
        }
        if (words.getFirst().equals("task")) {
            TaskOptions task = TaskOptions.plain(words.subList(1, words.size()));
            return task == null ? null : new Task(task, environment, clock, screen);
        }
        if (words.getFirst().equals("watch")) {
            WatchOptions watch = WatchOptions.plain(words.subList(1, words.size()));
            return watch == null ? null : new Watch(watch, environment, clock, screen);
        }
        ConfigOptions options = ConfigOptions.plain(environment, words.subList(1, words.size()));
        return options == null
                ? null
                : switch (words.getFirst()) {
                    case "serve" -> new Serve(options, gateway, screen);
                    case "config" -> new ShowConfig(options, screen);
                    case "doctor" -> new Doctor(options, probe, clock, screen);
                    default -> null;
                };
    }

    private CommandLine commands() {
        var commands = new CommandLine(new Root())
                .addSubcommand(new Serve(new ConfigOptions(environment), gateway, screen))
                .addSubcommand(new Connect(new DeviceOptions(), environment, screen))
                .addSubcommand(new Approve(new ApproveOptions(), environment, clock, screen))
                .addSubcommand(new Task(new TaskOptions(), environment, clock, screen))
                .addSubcommand(new Watch(new WatchOptions(), environment, clock, screen))
                .addSubcommand(new Sessions(environment, screen))
                .addSubcommand(new Token(environment, clock, screen))
                .addSubcommand(new Pair(environment, screen))
                .addSubcommand(new ShowConfig(new ConfigOptions(environment), screen))
                .addSubcommand(new Doctor(new ConfigOptions(environment), probe, clock, screen))
                .addSubcommand(new DeviceTest(screen))
                .addSubcommand(new ChannelTest(screen))
                .addSubcommand(new Completion(screen));
        commands.getSubcommands().values().forEach(Program::complete);
        return commands.setOut(screen.out())
                .setErr(screen.err())
                .setUsageHelpWidth(100)
                .setColorScheme(CommandLine.Help.defaultColorScheme(screen.colour() ? Ansi.ON : Ansi.OFF))
                .setParameterExceptionHandler((misuse, _) -> complaints.aboutMisuse(Misuse.sentence(misuse), misuse))
                .setExecutionExceptionHandler((failure, _, _) -> complaints.about(failure));
    }

    /** What picocli does not see by itself. */
    private static void complete(CommandLine command) {
        if (command.getCommand() instanceof Described described) {
            // What does nothing by itself has them for its commands.
            var takers = described instanceof Callable
                    ? List.of(command)
                    : command.getSubcommands().values();
            takers.forEach(taker -> Parser.add(described.options(), taker.getCommandSpec()));
        }
        command.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help message and exit.")
                        .build());
        command.getSubcommands().values().forEach(Program::complete);
    }

    /** {@code switchboard --port 1} means {@code switchboard serve --port 1}. */
    private static List<String> withCommand(String... arguments) {
        boolean serve = arguments.length == 0 || (arguments[0].startsWith("-") && !OF_THE_ROOT.contains(arguments[0]));
        return serve ? Stream.concat(Stream.of("serve"), Stream.of(arguments)).toList() : List.of(arguments);
    }

    @Command(
            name = "switchboard",
            mixinStandardHelpOptions = true,
            versionProvider = Root.Shown.class,
            synopsisSubcommandLabel = "[command]",
            description = "A gateway between your AI agent and everything you talk to it from.",
            commandListHeading = "%nCommands:%n",
            footerHeading = "%nWithout a command it serves. switchboard COMMAND --help tells more.%n" + EXAMPLE,
            footer = {"  switchboard", "  switchboard connect"})
    static final class Root {
        static final class Shown implements IVersionProvider {
            @Override
            public String[] getVersion() {
                return new String[] {Version.line()};
            }
        }
    }
}
