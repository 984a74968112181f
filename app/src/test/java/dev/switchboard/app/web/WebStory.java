package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.app.hud.HudGateway;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A story told in a real browser against a real gateway. Things are found as people and screen readers find them; nothing
 * is waited for but what is to be seen. A page that complains on its console fails its story.
 */
@Timeout(300)
abstract class WebStory {
    private static Chromium chromium;

    @TempDir
    Path folder;

    HudGateway gateway;

    @BeforeAll
    static void launch() {
        Assumptions.assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/chromium")),
                "there is no /usr/bin/chromium: bin/test installs it");
        PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
        chromium = new Chromium();
    }

    @AfterAll
    static void quit() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        gateway = new HudGateway(folder);
    }

    @AfterEach
    void stop() {
        var complaints = chromium.leave();
        gateway.close();
        assertThat(complaints).isEmpty();
    }

    static Chromium chromium() {
        return chromium;
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + gateway.gateway().port());
    }

    Visitor visitor() {
        return chromium.visitor(address());
    }

    /** A tab that is signed in and shows this path. */
    Page signedIn(Visitor visitor, String path) {
        return signedIn(visitor, path, TestGateway.TOKEN);
    }

    static Page signedIn(Visitor visitor, String path, String token) {
        var page = visitor.tab();
        page.navigate(path);
        textbox(page, "Token").fill(token);
        button(page, "Sign in").click();
        assertThat(sessions(page)).isVisible();
        return page;
    }

    /** The story cuts the line: the browser itself tells of each try that failed. */
    static void expectsCuts(Visitor visitor) {
        visitor.expects("net::ERR_");
        visitor.expects("WebSocket connection to");
    }

    static Locator sessions(Page page) {
        return page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Sessions"));
    }

    /** The connection in words. */
    static Locator connection(Page page) {
        return page.getByRole(AriaRole.STATUS, new Page.GetByRoleOptions().setName("Connection"));
    }

    static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    static Locator textbox(Page page, String name) {
        return page.getByRole(
                AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** Says it as a person does. */
    static void say(Page page, String text) {
        textbox(page, "Message").fill(text);
        button(page, "Send").click();
    }

    /** What was said by this author. */
    static Locator said(Page page, String author) {
        return conversation(page)
                .getByRole(
                        AriaRole.ARTICLE,
                        new Locator.GetByRoleOptions().setName(author).setExact(true));
    }

    static Locator conversation(Page page) {
        return page.getByRole(AriaRole.LOG, new Page.GetByRoleOptions().setName("Conversation"));
    }

    /** The row that begins with these words. */
    static Locator row(Page page, String label) {
        return page.getByRole(AriaRole.TREE, new Page.GetByRoleOptions().setName("Activity"))
                .getByRole(AriaRole.TREEITEM, new Locator.GetByRoleOptions().setName(beginning(label)));
    }

    /** The browser reads it: it knows no {@code \\Q}. */
    private static Pattern beginning(String words) {
        return Pattern.compile("^" + words.replaceAll("[\\W&&[^\\s]]", "\\\\$0"));
    }

    /** All rows that are shown: how deep, what it says, what became of it. */
    static List<String> rows(Page page) {
        return page
                .getByRole(AriaRole.TREE, new Page.GetByRoleOptions().setName("Activity"))
                .getByRole(AriaRole.TREEITEM)
                .all()
                .stream()
                .map(item -> "%s %s: %s"
                        .formatted(
                                item.getAttribute("aria-level"),
                                item.getAttribute("aria-label"),
                                item.getAttribute("data-state")))
                .toList();
    }

    /** A second tab of the same browser, at the same place. */
    static Page anotherTab(Page page) {
        var other = page.context().newPage();
        other.navigate(page.url());
        assertThat(connection(other)).hasText("connected");
        return other;
    }

    static Locator needsYou(Page page) {
        return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Needs you"));
    }
}
