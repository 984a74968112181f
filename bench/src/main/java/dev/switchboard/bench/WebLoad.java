package dev.switchboard.bench;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.json.Json;
import dev.switchboard.store.Store;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.JsonNode;

/**
 * The web app in a real Chromium, against a whole gateway: what it takes to load, to open a long session, to show what is
 * being written, and to stay open. The page itself takes the times. Prints {@code name value} lines.
 */
final class WebLoad {
    private static final int EVENTS = 10_000;
    private static final int OPENS = 5;
    private static final int STREAMS = 3;
    private static final int IDLE_MILLIS = 3_000;
    static final int[] TURNS = {50, 500, 1_000, 2_000};
    private static final int PATIENCE_SECONDS = 60;
    private static final SessionId LONG = new SessionId("bench:local:long");
    private static final String CHATTY = "web-bench-chatty";
    private static final Locator.WaitForOptions GONE =
            new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED);
    private static final String STREAMED = "web-bench-streamed";

    private final TalkingModel model = new TalkingModel();
    private final Chromium chromium;
    private final Path data;

    private WebLoad(Chromium chromium, Path data) {
        this.chromium = chromium;
        this.data = data;
    }

    public static void main(String[] arguments) throws Exception {
        try (var chromium = new Chromium()) {
            var load = new WebLoad(chromium, Path.of(arguments[1]));
            load.firstLoad();
            load.sessions();
        }
        System.exit(0); // the client's threads have no end of their own
    }

    private ModelGateway gateway(String name) throws IOException {
        var abilities = new Abilities(
                Files.createDirectories(data.resolve("work")),
                () -> List.of(new Looks()),
                ApprovalMode.ALWAYS_EXECUTE,
                List.of(),
                Duration.ofMinutes(5),
                new RunLimits(1_000, null, Duration.ofHours(1), null),
                null,
                null);
        return ModelGateway.start(folder(name), model, abilities);
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(data.resolve(name));
    }

    /** Somebody comes for the first time, to a gateway that has nothing to show yet. */
    private void firstLoad() throws IOException {
        try (var gateway = gateway("fresh");
                var wire = Wire.to(gateway.port());
                var profile = chromium.profile(wire.port())) {
            Chromium.signIn(profile, "/");
            print("first_load_bytes", wire.received());
            print("first_rest_bytes", settled(wire));
        }
    }

    /** When nothing more has come for a while: what is loaded ahead, and what the service worker keeps. */
    private static long settled(Wire wire) {
        long before = -1;
        for (int i = 0; i < PATIENCE_SECONDS && wire.received() != before; i++) {
            before = wire.received();
            Pause.millis(2_000);
        }
        return before;
    }

    private void sessions() throws Exception {
        var folder = folder("used");
        String last;
        try (var store = Store.open(folder.resolve("switchboard.db"), folder.resolve("token.key"), Clock.systemUTC())) {
            last = LongSession.fill(store, LONG, EVENTS);
        }
        try (var gateway = gateway("used");
                var profile = chromium.profile(gateway.port())) {
            Chromium.signIn(profile, "/").close();
            for (int i = 0; i < OPENS; i++) {
                open(profile, last.strip());
            }
            stream(gateway, profile);
            chat(gateway, profile);
        }
    }

    /** From the navigation on, in a tab of its own, as by a link somebody was sent. */
    private static void open(BrowserContext profile, String last) {
        var page = profile.newPage();
        page.addInitScript(PageScripts.watchOpening(last));
        var devTools = Chromium.counted(page);
        page.navigate("/session/" + LONG.value());
        var opened = read(page, "await window.benchOpened");
        if (opened.has("missing")) {
            throw new MeasureException("the long session was opened, and within 30 s there was not: "
                    + opened.get("missing").asString());
        }
        must(opened.get("rows").asInt() > 0, "the long session was blank where it was scrolled to");
        print("open_shown_ms", opened.get("shown").asDouble());
        print("open_scrolled_ms", opened.get("scrolled").asDouble());
        print("open_work_ms", Chromium.work(devTools).getOrDefault("TaskDuration", 0.0));
        page.close();
    }

    /** Somebody looks on while a long answer is written; and before that at a page where nothing happens. */
    private void stream(ModelGateway gateway, BrowserContext profile) throws InterruptedException {
        var page = profile.newPage();
        page.navigate("/session/" + STREAMED);
        var deltas = new LongAdder();
        try (var watcher = Watcher.open(socket(gateway, STREAMED), ModelGateway.TOKEN, (frame, _) -> {
            if (frame.startsWith("{\"type\":\"delta\"")) {
                deltas.increment();
            }
        })) {
            page.getByRole(AriaRole.LOG).waitFor();
            var devTools = Chromium.counted(page);
            page.evaluate(PageScripts.COUNT_FRAMES);
            page.waitForTimeout(IDLE_MILLIS);
            frames("idle", page);
            for (int i = 0; i < STREAMS; i++) {
                deltas.reset();
                watcher.send(message("stream-" + i, TalkingModel.STREAM));
                must(model.began.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS), "no answer was begun");
                page.evaluate(PageScripts.COUNT_FRAMES);
                var before = Chromium.work(devTools);
                must(model.ended.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS), "the answer was not written");
                frames("stream", page);
                print("stream_deltas", deltas.sum());
                Chromium.work(devTools)
                        .forEach((kind, worked) -> print("stream_" + kind, worked - before.getOrDefault(kind, 0.0)));
                page.locator("[role=log] .live").waitFor(GONE);
            }
        }
        page.close();
    }

    private static void frames(String what, Page page) {
        var counted = read(page, PageScripts.COUNTED);
        var intervals = new Latencies();
        counted.get("intervals").forEach(interval -> intervals.add((long) (interval.asDouble() * 1e6)));
        print(what + "_median_frame_ms", intervals.millis(0.5));
        print(what + "_p99_frame_ms", intervals.millis(0.99));
        print(what + "_longest_frame_ms", intervals.millis(1));
        print(what + "_frames", intervals.count());
        var tasks = counted.get("tasks");
        double longest = 0;
        for (var task : tasks) {
            longest = Math.max(longest, task.asDouble());
        }
        print(what + "_long_tasks", tasks.size());
        print(what + "_longest_task_ms", longest);
    }

    /** A tab that stays open while a session goes on and on. */
    private void chat(ModelGateway gateway, BrowserContext profile) throws InterruptedException {
        var page = profile.newPage();
        page.navigate("/session/" + CHATTY);
        page.getByRole(AriaRole.LOG).waitFor();
        var devTools = profile.newCDPSession(page);
        var done = new Semaphore(0);
        int turn = 0;
        try (var watcher = Watcher.open(socket(gateway, CHATTY), ModelGateway.TOKEN, (frame, _) -> {
            if (frame.startsWith("{\"type\":\"message\"") && frame.contains("\"finish_reason\"")) {
                done.release();
            }
        })) {
            for (int until : TURNS) {
                for (; turn < until; turn++) {
                    watcher.send(message("chat-" + turn, Texts.MESSAGE + " (" + turn + ")"));
                    must(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS), "a turn was not answered");
                }
                page.getByText("(%d)".formatted(turn - 1)).last().waitFor();
                page.waitForTimeout(2_000);
                print("heap_bytes", Chromium.heap(devTools));
                print("nodes", Chromium.nodes(devTools));
            }
        }
        page.close();
    }

    private static String message(String id, String text) {
        return Json.mapper()
                .createObjectNode()
                .put("type", "message")
                .put("message_id", id)
                .put("text", text)
                .toString();
    }

    private static URI socket(ModelGateway gateway, String session) {
        return URI.create("ws://127.0.0.1:%d/ws/%s".formatted(gateway.port(), session));
    }

    private static JsonNode read(Page page, String expression) {
        return Json.mapper().readTree((String) page.evaluate("async () => JSON.stringify(" + expression + ")"));
    }

    private static void must(boolean happened, String otherwise) {
        if (!happened) {
            throw new MeasureException(otherwise);
        }
    }

    private static void print(String name, double value) {
        System.out.println(String.format(Locale.ROOT, "%s %.4f", name, value));
    }
}
