package dev.switchboard.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The rows of the performance table that can be measured from outside, in one run. Missed targets are reported, not failed. */
@Command(
        name = "bin/bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures the gateway next to a bare echo and the bare store. See docs/performance.md.")
final class Bench implements Callable<Integer> {
    enum Part {
        START_UP,
        ROUND_TRIP,
        TURNS,
        RUNS,
        HUD,
        WEB,
        MEMORY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Option(names = "--part", split = ",", description = "only these: ${COMPLETION-CANDIDATES} (default: all)")
    private Set<Part> parts = EnumSet.allOf(Part.class);

    @Option(names = "--devices", defaultValue = "100", description = "devices of the round trip (${DEFAULT-VALUE})")
    private int devices;

    @Option(
            names = "--rate",
            defaultValue = "1000",
            description = "messages a second of the round trip (${DEFAULT-VALUE})")
    private int rate;

    @Option(names = "--busy-devices", defaultValue = "200", description = "devices that go flat out (${DEFAULT-VALUE})")
    private int busyDevices;

    @Option(
            names = "--idle-devices",
            split = ",",
            defaultValue = "5000,19000",
            description = "idle devices, growing (${DEFAULT-VALUE})")
    private int[] idleDevices = {};

    @Option(
            names = "--warm-up",
            defaultValue = "40",
            description = "seconds before each measurement, until Java has compiled what it will (${DEFAULT-VALUE})")
    private int warmUp;

    @Option(names = "--seconds", defaultValue = "15", description = "seconds of each measurement (${DEFAULT-VALUE})")
    private int seconds;

    @Option(names = "--starts", defaultValue = "7", description = "starts of each kind (${DEFAULT-VALUE})")
    private int starts;

    @Option(names = "--launcher", required = true, hidden = true)
    private Path launcher = Path.of("");

    @Option(names = "--folder", required = true, hidden = true)
    private Path folder = Path.of("");

    private final Report report = new Report(System.out);

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Bench())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(
                        Part.class,
                        word -> Part.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')))
                .setExecutionExceptionHandler((failure, _, _) -> {
                    System.err.println("bench: could not measure: " + failure.getMessage());
                    if (!(failure instanceof MeasureException)) {
                        failure.printStackTrace();
                    }
                    return 1;
                })
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        forget(folder);
        Files.createDirectories(folder);
        try {
            machine();
            measure(Part.START_UP, this::startUp);
            measure(Part.ROUND_TRIP, this::roundTrip);
            measure(Part.TURNS, this::turns);
            measure(Part.RUNS, this::runs);
            measure(Part.HUD, this::hud);
            measure(Part.WEB, this::web);
            measure(Part.MEMORY, this::memory);
            report.say("");
            report.say("load at the end %s", load());
            report.table();
        } catch (MeasureException e) {
            report.say("what the processes said and stored is kept in %s", folder);
            throw e;
        }
        forget(folder);
        return 0;
    }

    private void measure(Part part, Runnable program) {
        if (parts.contains(part)) {
            var before = ProcessorTime.now();
            program.run();
            report.say(
                    "the host took %.0f %% of the processors' time meanwhile",
                    100 * ProcessorTime.now().stolenSince(before));
        }
    }

    private void machine() throws IOException {
        report.title("this machine");
        report.say(
                "%d processors, Java %s, %s, load %s",
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                load());
        report.say("disk: %s", Files.getFileStore(folder));
    }

    private static String load() throws IOException {
        return String.join(
                " ", Child.words(Files.readString(Path.of("/proc/loadavg"))).subList(0, 3));
    }

    private void startUp() {
        report.title("start-up, from the launcher to the first connection taken, %d starts".formatted(starts));
        var bare = Starts.bareNetty(folder, starts);
        report.say("a bare Netty echo:     %s ms", bare);
        var warm = Starts.gateway(launcher, folder, starts, false);
        report.say("without the AOT cache: %s ms; to the first answer %s", warm.accepted(), warm.answered());
        var aot = Starts.gateway(launcher, folder, starts, true);
        report.say("with the AOT cache:    %s ms; to the first answer %s", aot.accepted(), aot.answered());
        startUpRow("start-up, warm", warm, bare, 1_000);
        startUpRow("start-up with an AOT cache", aot, bare, 400);
    }

    private void startUpRow(String what, Starts measured, List<Long> bare, long limit) {
        long median = Starts.median(measured.accepted());
        report.row(
                what,
                "< %d ms".formatted(limit),
                "%d ms (answers after %d), %.1f x bare Netty"
                        .formatted(median, Starts.median(measured.answered()), (double) median / Starts.median(bare)),
                median < limit);
    }

    private void roundTrip() {
        report.title("round trip, %d devices, %d messages a second".formatted(devices, rate));
        try (var gateway = GatewayUnderTest.start(launcher, folder, "round-trip", true)) {
            gateway.mustBeOffline(folder, "round-trip");
            var options = gateway.jvmOptions();
            report.say("JVM options of all of them: %s", String.join(" ", options));
            double netty = echo(options, "netty");
            echo(options, "net");
            var store = figures(store(options, "commits", 4, rate));
            double commit = figure(store, "commit_ms");
            report.say(
                    "commit of one row at that rate: p50 %.2f ms, p99 %.2f; without a pause between: p50 %.2f; a bare"
                            + " fsync of a page %.2f",
                    commit,
                    figure(store, "commit_p99_ms"),
                    figure(store, "commit_without_pause_ms"),
                    figure(store, "fsync_ms"));
            store.forEach((name, value) -> {
                if (name.startsWith("PRAGMA_")) {
                    report.say("PRAGMA %s = %s", name.substring(7), value);
                }
            });
            double commits = gateway.commits();
            var cpu = gateway.cpu();
            long from = System.nanoTime();
            var whole = PacedLoad.run(listener -> gateway.fleet("paced-", listener), devices, rate, warmUp, seconds);
            double took = (System.nanoTime() - from) / 1e9;
            report.say("gateway, ack:   %s", whole.acks());
            report.say("gateway, reply: %s", whole.replies());
            double made = gateway.commits() - commits;
            report.say(
                    "sent %.0f messages a second; %.0f commits with an fsync each, %.2f a message; %.0f %% of one"
                            + " processor",
                    whole.sentPerSecond(),
                    made,
                    made / ((warmUp + seconds) * (double) rate),
                    100 * gateway.cpu().minus(cpu).toNanos() / 1e9 / took);
            double bound = 2 * (netty + 2 * commit);
            double p50 = whole.replies().millis(0.5);
            double ack = whole.acks().millis(0.99);
            report.row(
                    "device round trip, p50",
                    "<= 2 x (echo %.2f + 2 commits of %.2f) = %.2f ms".formatted(netty, commit, bound),
                    "%.2f ms (p99 %.2f)".formatted(p50, whole.replies().millis(0.99)),
                    p50 <= bound);
            report.row(
                    "ack, p99",
                    "< 10 ms",
                    "%.2f ms (p50 %.2f)".formatted(ack, whole.acks().millis(0.5)),
                    ack < 10);
        }
    }

    private double echo(List<String> options, String kind) {
        try (var server = Child.java(options, EchoServer.class, folder, kind)) {
            int port = Integer.parseInt(server.firstLine());
            var result = PacedLoad.run(
                    listener -> new Fleet(port, "/", null, listener), devices, rate, Math.min(warmUp, 5), seconds);
            report.say("bare echo, %-6s %s", kind + ":", result.replies());
            return result.replies().millis(0.5);
        }
    }

    private void turns() {
        report.title("durable turns a second, %d devices flat out".formatted(busyDevices));
        List<String> options;
        double gatewayTurns;
        try (var gateway = GatewayUnderTest.start(launcher, folder, "turns", true)) {
            gateway.mustBeOffline(folder, "turns");
            options = gateway.jvmOptions();
            var cpu = new ArrayList<Duration>();
            var commits = new ArrayList<Double>();
            var result =
                    FlatOutLoad.run(listener -> gateway.fleet("busy-", listener), busyDevices, warmUp, seconds, () -> {
                        cpu.add(gateway.cpu());
                        commits.add(gateway.commits());
                    });
            gatewayTurns = result.turnsPerSecond();
            report.say(
                    "gateway:     %.0f turns/s, %.0f commits/s, %.0f %% of one processor (the devices use the rest)",
                    gatewayTurns,
                    (commits.get(1) - commits.get(0)) / result.secondsMeasured(),
                    100 * cpu.get(1).minus(cpu.get(0)).toNanos() / 1e9 / result.secondsMeasured());
        }
        double same = storeTurns(options, "turns+events", "store alone, the same rows (four and the channel events)");
        double four = storeTurns(options, "turns", "store alone, four rows without channel events");
        report.row(
                "durable turns a second",
                ">= 50 %% of the store's %.0f with the same rows".formatted(same),
                "%.0f (%.0f %%; %.0f %% of four rows alone)"
                        .formatted(gatewayTurns, 100 * gatewayTurns / same, 100 * gatewayTurns / four),
                gatewayTurns >= same / 2);
    }

    private double storeTurns(List<String> options, String how, String name) {
        var figures = figures(store(options, how, busyDevices, Math.min(warmUp, 5), Math.min(seconds, 10)));
        double turns = figure(figures, "turns_per_second");
        report.say("%s: %.0f turns/s, %.0f commits/s", name, turns, figure(figures, "commits_per_second"));
        return turns;
    }

    private String store(List<String> options, String how, int... numbers) {
        return inStore(options, StoreLoad.class, how, numbers);
    }

    /** Runs a program of ours on a store of its own. */
    private String inStore(List<String> options, Class<?> program, String how, int... numbers) {
        var arguments = new ArrayList<String>();
        try {
            arguments.addAll(
                    List.of(how, Files.createTempDirectory(folder, "store").toString()));
        } catch (IOException e) {
            throw new MeasureException("no folder for the store", e);
        }
        for (int number : numbers) {
            arguments.add(Integer.toString(number));
        }
        try (var child = Child.java(options, program, folder, arguments.toArray(String[]::new))) {
            return child.await(Duration.ofMinutes(10));
        }
    }

    private static Map<String, String> figures(String printed) {
        var figures = new HashMap<String, String>();
        printed.lines()
                .map(Child::words)
                .filter(words -> words.size() == 2)
                .forEach(words -> figures.put(words.get(0), words.get(1)));
        return figures;
    }

    private static double figure(Map<String, String> figures, String name) {
        var value = figures.get(name);
        if (value == null) {
            throw new MeasureException("the store's process did not print " + name);
        }
        return Double.parseDouble(value);
    }

    /** What a run adds to its model and its tools, and what a long history costs. */
    private void runs() {
        report.title("runs, a model and a tool that take no time");
        List<String> options;
        try (var gateway = GatewayUnderTest.start(launcher, folder, "runs", true)) {
            options = gateway.jvmOptions();
        }
        var first = figures(inStore(options, RunLoad.class, "first-token"));
        double added = figure(first, "to_model_ms") + figure(first, "to_watcher_ms");
        report.say(
                "from the ack to the model p50 %.3f ms, p99 %.3f; from a token to who watches p50 %.3f ms",
                figure(first, "to_model_ms"), figure(first, "to_model_p99_ms"), figure(first, "to_watcher_ms"));
        report.say(
                "a call, between two questions: p50 %.3f ms, p99 %.3f",
                figure(first, "call_ms"), figure(first, "call_p99_ms"));
        report.row("added to a model's first token, p50", "< 5 ms", "%.2f ms".formatted(added), added < 5);
        report.row("added to a tool call, p50", "", "%.2f ms".formatted(figure(first, "call_ms")), true);
        double shortest = 0;
        for (int events : new int[] {10, 1_000, 100_000}) {
            var figures = figures(inStore(options, RunLoad.class, "history", events));
            double turn = figure(figures, "turn_ms");
            shortest = shortest == 0 ? turn : shortest;
            report.say(
                    "a turn after %d events: p50 %.3f ms, the first one %.1f ms; attaching at its end %.1f ms",
                    events, turn, figure(figures, "first_turn_ms"), figure(figures, "attach_ms"));
            report.row(
                    "a turn after %d events".formatted(events),
                    "<= 1.5 x %.2f ms".formatted(shortest),
                    "%.2f ms, attach %.1f ms".formatted(turn, figure(figures, "attach_ms")),
                    turn <= 1.5 * shortest && figure(figures, "attach_ms") < 100);
        }
    }

    /** Who watches a session: how far behind the commit, and how long until a long one is there. */
    private void hud() {
        report.title("a page and a board that watch the same turns, and a page that opens 100,000 events");
        List<String> options;
        try (var gateway = GatewayUnderTest.start(launcher, folder, "hud", true)) {
            options = gateway.jvmOptions();
        }
        var figures = figures(inStore(options, HudLoad.class, "hud"));
        report.say(
                "from the commit of any event to its frame on the page: p50 %.3f ms, p99 %.3f (%.0f events)",
                figure(figures, "page_ms"), figure(figures, "page_p99_ms"), figure(figures, "page_count"));
        double page = figure(figures, "answer_on_page_ms");
        double board = figure(figures, "answer_on_board_ms");
        report.say(
                "from the commit of an answer to the page: p50 %.3f ms, p99 %.3f; to the board: p50 %.3f ms, p99 %.3f",
                page, figure(figures, "answer_on_page_p99_ms"), board, figure(figures, "answer_on_board_p99_ms"));
        report.say(
                "opening 100,000 events at their end: %.0f frames, p50 %.1f ms, the first time %.1f ms",
                figure(figures, "attach_frames"), figure(figures, "attach_ms"), figure(figures, "attach_first_ms"));
        report.row(
                "event committed to frame at a page, p50",
                "beside a board's %.2f ms (p99 %.2f)".formatted(board, figure(figures, "answer_on_board_p99_ms")),
                "%.2f ms (p99 %.2f)".formatted(page, figure(figures, "answer_on_page_p99_ms")),
                page <= 2 * board);
        report.row(
                "100,000 events opened at their end",
                "< 100 ms",
                "%.1f ms (first %.1f)".formatted(figure(figures, "attach_ms"), figure(figures, "attach_first_ms")),
                figure(figures, "attach_ms") < 100);
    }

    /** The web app in a browser. */
    private void web() {
        report.title("the web app in Chromium, on a screen of 1440 x 900 that no graphics card draws");
        if (!Files.isExecutable(Chromium.PROGRAM)) {
            report.say("not measured: there is no %s — apt-get install chromium", Chromium.PROGRAM);
            return;
        }
        double busy = ProcessorTime.busyFor(Duration.ofSeconds(3));
        report.say(
                busy > 0.1
                        ? "others kept the processors busy for %.0f %% of the time before it began: not a quiet machine"
                        : "the machine was quiet before it began: %.0f %% busy",
                100 * busy);
        List<String> options;
        try (var gateway = GatewayUnderTest.start(launcher, folder, "web", true)) {
            options = gateway.jvmOptions();
        }
        new WebFigures(inStore(options, WebLoad.class, "web")).tell(report);
    }

    private void memory() {
        report.title("memory");
        try (var gateway = GatewayUnderTest.start(launcher, folder, "memory", true);
                var fleet = gateway.fleet("idle-", (_, _, _, _, _) -> {})) {
            Pause.millis(5_000);
            long idle = gateway.residentKib();
            report.say("idle gateway: %.1f MB", idle / 1024.0);
            report.row("memory of an idle gateway", "< 150 MB", "%.0f MB".formatted(idle / 1024.0), idle < 150 * 1024);
            for (int count : idleDevices) {
                fleet.grow(count, 120);
                Pause.millis(8_000);
                fleet.check();
                long resident = gateway.residentKib();
                double each = (resident - idle) / (double) count;
                report.say("%d idle devices: %.1f MB, %.2f KB each", count, resident / 1024.0, each);
                report.row(
                        "memory of each of %d idle devices".formatted(count),
                        "<= 6 KB",
                        "%.2f KB".formatted(each),
                        each <= 6);
            }
        }
    }

    private static void forget(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
