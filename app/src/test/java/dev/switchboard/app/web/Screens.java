package dev.switchboard.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotAnimations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Takes a picture of what a page shows, in each size it can have and in both themes, into {@code target/screens}. Each
 * is looked at as well: nothing to scroll sideways, and nothing that axe finds serious.
 */
final class Screens {
    private static final Path FOLDER = Path.of("target", "screens");
    private static final Path AXE = Path.of("..", ".build", "npm", "node_modules", "axe-core", "axe.min.js");
    private static final List<ColorScheme> THEMES = List.of(ColorScheme.LIGHT, ColorScheme.DARK);

    /** What lies between the largest and the smallest has the same parts: axe takes its time. */
    private static final boolean ALL = Boolean.getBoolean("long");

    private Screens() {}

    /** @param sizes those this page can have: a phone is another browser than a desk's */
    static void take(Page page, String name, Chromium.Screen... sizes) {
        for (var size : sizes) {
            page.setViewportSize(size.width(), size.height());
            for (var theme : THEMES) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
                var picture = "%s-%s-%s".formatted(name, size, theme).toLowerCase(Locale.ROOT);
                page.screenshot(new Page.ScreenshotOptions()
                        .setPath(FOLDER.resolve(picture + ".png"))
                        .setAnimations(ScreenshotAnimations.DISABLED));
                assertThat(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
                        .as(picture + " scrolls sideways")
                        .isEqualTo(0);
                if (ALL || size == Chromium.Screen.DESKTOP || size == Chromium.Screen.PHONE) {
                    assertThat(faults(page)).as(picture).isEmpty();
                }
            }
        }
    }

    /** What axe finds serious or critical. Given to the page as the test's own words: its policy allows no other script. */
    private static List<?> faults(Page page) {
        var axe = axe();
        if (axe == null) {
            return List.of();
        }
        if (!(Boolean) page.evaluate("'axe' in window")) {
            page.evaluate(axe);
        }
        return (List<?>) page.evaluate("""
            async () => {
              const { violations } = await axe.run(document, { resultTypes: ['violations'] });
              // A row is called by its label; how long it took and what it is opened to stand in it as well.
              const isRow = (id, { html }) =>
                id === 'label-content-name-mismatch' && html.includes('role="treeitem"');
              const words = ({ html, any }) => `${html} ${any.map(({ message }) => message)}`;
              return violations
                .filter(({ impact }) => impact === 'serious' || impact === 'critical')
                .flatMap(({ id, nodes }) =>
                  nodes.filter((node) => !isRow(id, node)).map((node) => `${id}: ${words(node)}`));
            }
            """);
    }

    private static @Nullable String axe() {
        try {
            return Files.isReadable(AXE) ? Files.readString(AXE) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether bin/test has installed it. */
    static boolean haveAxe() {
        return Files.isReadable(AXE);
    }
}
