package dev.switchboard.app.web;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The system's Chromium. Everybody who visits has a profile of their own. */
final class Chromium implements AutoCloseable {
    /** How large a screen is, and whether it is touched. */
    enum Screen {
        DESKTOP(1440, 900, 1, false),
        LAPTOP(1024, 768, 1, false),
        TABLET(834, 1112, 1, true),
        PHONE(390, 844, 2, true);

        private final int width;
        private final int height;
        private final int scale;
        private final boolean touched;

        Screen(int width, int height, int scale, boolean touched) {
            this.width = width;
            this.height = height;
            this.scale = scale;
            this.touched = touched;
        }

        int width() {
            return width;
        }

        int height() {
            return height;
        }
    }

    private final Playwright playwright;
    private final Browser browser;
    private final List<Visitor> visitors = new ArrayList<>();

    Chromium() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(Path.of("/usr/bin/chromium"))
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    Visitor visitor(URI gateway) {
        return visitor(gateway, Screen.DESKTOP, ColorScheme.LIGHT);
    }

    Visitor visitor(URI gateway, Screen screen, ColorScheme scheme) {
        var context = browser.newContext(new Browser.NewContextOptions()
                .setBaseURL(gateway.toString())
                .setViewportSize(screen.width, screen.height)
                .setDeviceScaleFactor(screen.scale)
                .setHasTouch(screen.touched)
                .setIsMobile(screen == Screen.PHONE)
                .setColorScheme(scheme)
                .setLocale("en-GB")
                .setTimezoneId("UTC"));
        var visitor = new Visitor(context);
        visitors.add(visitor);
        return visitor;
    }

    /** Ends all visits; what their pages have complained of. */
    List<String> leave() {
        var complaints = new ArrayList<String>();
        for (var visitor : visitors) {
            complaints.addAll(visitor.complaints());
            visitor.close();
        }
        visitors.clear();
        return complaints;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
