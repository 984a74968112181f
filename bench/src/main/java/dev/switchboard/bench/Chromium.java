package dev.switchboard.bench;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The system's Chromium, without a screen and without a graphics card. */
final class Chromium implements AutoCloseable {
    static final Path PROGRAM = Path.of("/usr/bin/chromium");

    private final Playwright playwright;
    private final Browser browser;

    Chromium() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(PROGRAM)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    /** A browser nobody has used, at a desk. */
    BrowserContext profile(int port) {
        return browser.newContext(new Browser.NewContextOptions()
                .setBaseURL("http://127.0.0.1:" + port)
                .setViewportSize(1440, 900));
    }

    /** A tab that can be talked in. */
    static Page signIn(BrowserContext profile, String path) {
        var page = profile.newPage();
        if (!page.navigate(path).text().contains("id=\"app\"")) {
            throw new MeasureException(
                    "this gateway has no web app: install Node.js 20 or later with npm, and build again");
        }
        page.getByRole(AriaRole.TEXTBOX, named("Token")).fill(ModelGateway.TOKEN);
        page.getByRole(AriaRole.BUTTON, named("Sign in")).click();
        page.getByRole(AriaRole.NAVIGATION, named("Sessions")).waitFor();
        page.getByRole(AriaRole.TEXTBOX, named("Message")).waitFor();
        return page;
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }

    /** What the page's scripts hold, in bytes, when all that nobody needs is gone. */
    static long heap(CDPSession devTools) {
        for (int i = 0; i < 3; i++) {
            devTools.send("HeapProfiler.collectGarbage");
        }
        return number(devTools.send("Runtime.getHeapUsage"), "usedSize");
    }

    /** How many nodes there are, in the document or held by a script. */
    static long nodes(CDPSession devTools) {
        return number(devTools.send("Memory.getDOMCounters"), "nodes");
    }

    /**
     * Begins to count what the page's own thread works, in the processor's time: who else wants the processor does not count.
     */
    static CDPSession counted(Page page) {
        var devTools = page.context().newCDPSession(page);
        var domain = new JsonObject();
        domain.addProperty("timeDomain", "threadTicks");
        devTools.send("Performance.enable", domain);
        return devTools;
    }

    /** Milliseconds so far, of all its work and of kinds of it. */
    static Map<String, Double> work(CDPSession devTools) {
        var work = new HashMap<String, Double>();
        for (var metric : devTools.send("Performance.getMetrics").getAsJsonArray("metrics")) {
            var name = metric.getAsJsonObject().get("name").getAsString();
            if (name.endsWith("Duration")) {
                work.put(name, 1_000 * metric.getAsJsonObject().get("value").getAsDouble());
            }
        }
        return work;
    }

    private static long number(JsonObject answer, String name) {
        return answer.get(name).getAsLong();
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
