package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.switchboard.app.web.Chromium.Screen.DESKTOP;
import static dev.switchboard.app.web.Chromium.Screen.LAPTOP;
import static dev.switchboard.app.web.Chromium.Screen.PHONE;
import static dev.switchboard.app.web.Chromium.Screen.TABLET;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.testkit.Gate;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every screen, at a desk and on a phone, light and dark, empty, busy and failing: to be looked at, and by axe. */
class WebScreensIT extends WebStory {
    private static final String ANSWER = """
        Two of the three tests pass. The third one fails because `parse` takes **an empty line** for the end:

        ```js
        export function parse(lines) {
          return lines.filter((line) => line !== ''); // here
        }
        ```

        | test | result |
        |---|---|
        | reads | passes |
        | parses | fails |

        1. I can mend it in `parse.js`.
        2. Or I leave it to you, see [the notes](https://example.org/notes).
        """;

    private final Gate gate = new Gate();

    @BeforeAll
    static void lookFor() {
        Assumptions.assumeTrue(Screens.haveAxe(), "axe-core is missing: bin/test installs it");
    }

    @BeforeEach
    void work() throws Exception {
        Files.writeString(
                gateway.workspace.resolve("parse.js"), "export const parse = (line) => line.trim();\n".repeat(40));
        gateway.model.script(this::answer);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void before_there_is_anything(boolean phone) {
        var page = tab(phone);
        page.navigate("/");
        assertThat(textbox(page, "Token")).isVisible();
        shot(page, "09-signin", phone);
        textbox(page, "Token").fill("wrong");
        button(page, "Sign in").click();
        assertThat(page.getByText("This token is not valid")).isVisible();
        shot(page, "09-signin-wrong", phone);
        textbox(page, "Token").fill(TestGateway.TOKEN);
        button(page, "Sign in").click();
        assertThat(page.getByText("What should it do?")).isVisible();
        shot(page, "03-welcome", phone);
        page.navigate("/session/web-new");
        assertThat(page.getByText("Nothing said yet")).isVisible();
        shot(page, "19c-empty", phone);
        page.navigate("/session/nowhere");
        assertThat(page.getByText("This session is not here")).isVisible();
        shot(page, "23-missing", phone);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void while_it_works_waits_fails_and_is_gone(boolean phone) throws Exception {
        for (var name : List.of("Water the garden", "Mend the parser of the night’s logs, and tell me what it was")) {
            gateway.made(name);
        }
        var page = tab(phone);
        page.navigate("/session/web-parser");
        textbox(page, "Token").fill(TestGateway.TOKEN);
        button(page, "Sign in").click();
        say(page, "Do the tests pass?");
        assertThat(said(page, "Agent").last()).containsText("Or I leave it to you");
        shot(page, "02-ended", phone);

        if (phone) {
            button(page, "More").click();
            page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName("Reset context"))
                    .click();
        } else {
            button(page, "Reset context").click();
        }
        assertThat(page.getByRole(AriaRole.DIALOG)).isVisible();
        shot(page, "14-reset-dialog", phone);
        page.keyboard().press("Escape");

        if (!phone) {
            page.setViewportSize(DESKTOP.width(), DESKTOP.height());
            row(page, "parse.js:L1").click();
            assertThat(button(page, "Open at L1")).isVisible();
            Screens.take(page, "19-opened-row", DESKTOP, LAPTOP);
            page.setViewportSize(DESKTOP.width(), DESKTOP.height());
            button(page, "Open at L1").click();
            assertThat(page.getByRole(AriaRole.DIALOG)).containsText("export const parse");
            Screens.take(page, "19-file", DESKTOP, TABLET);
            page.keyboard().press("Escape");
            page.setViewportSize(TABLET.width(), TABLET.height());
            showActivity(page);
            Screens.take(page, "20b-activity", TABLET);
            page.keyboard().press("Escape");
        } else {
            showActivity(page);
            Screens.take(page, "01b-activity", PHONE);
            page.keyboard().press("Escape");
            button(page, "Sessions").click();
            assertThat(sessions(page)).isVisible();
            Screens.take(page, "13-list", PHONE);
            page.keyboard().press("Escape");
        }

        page.keyboard().press("Control+k");
        assertThat(page.getByRole(AriaRole.COMBOBOX)).isFocused();
        shot(page, "12-palette", phone);
        page.keyboard().press("Escape");
        page.keyboard().press("Escape");

        say(page, "fail");
        assertThat(said(page, "Error")).isVisible();
        shot(page, "19e-failed", phone);

        say(page, "wait for it");
        gate.awaitSomebody();
        assertThat(said(page, "Agent").last()).containsText("I look at it");
        shot(page, "01-busy", phone);
        gate.open();
        assertThat(said(page, "You").last()).containsText("answered");

        button(page, "Agent: default. Choose another").click();
        page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName("careful"))
                .click();
        say(page, "clean up");
        assertThat(needsYou(page)).containsText("rm -rf build");
        shot(page, "18-waiting", phone);
        page.navigate("/session/web-other");
        assertThat(needsYou(page)).containsText("rm -rf build");
        shot(page, "18c-bar", phone);
        page.navigate("/session/web-parser");
        assertThat(needsYou(page)).hasCount(1);

        gateway.stop();
        assertThat(page.getByText("Couldn’t reach the gateway.").first()).isVisible();
        say(page, "I say this while it is away");
        assertThat(said(page, "You").last()).containsText("Waits for the connection");
        shot(page, "10-offline", phone);
        gateway.startAgain();
        assertThat(connection(page)).hasText("connected");
    }

    private Page tab(boolean phone) {
        var visitor = chromium().visitor(address(), phone ? PHONE : DESKTOP, ColorScheme.LIGHT);
        visitor.expects("401");
        visitor.expects("404"); // the app asks whether a session that is not listed is there
        expectsCuts(visitor);
        return visitor.tab();
    }

    private static void shot(Page page, String name, boolean phone) {
        if (phone) {
            Screens.take(page, name, PHONE);
        } else {
            Screens.take(page, name, LAPTOP, TABLET, DESKTOP);
        }
    }

    private static void showActivity(Page page) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Show the activity"))
                .click();
        assertThat(page.getByRole(AriaRole.TREE, new Page.GetByRoleOptions().setName("Activity")))
                .isVisible();
    }

    private ModelReply answer(ModelRequest request, ModelListener listener) throws InterruptedException {
        var asked = request.messages().stream()
                .filter(ModelMessage.User.class::isInstance)
                .map(message -> ((ModelMessage.User) message).text())
                .reduce("", (_, last) -> last);
        if (asked.equals("fail")) {
            throw new SwitchboardException(
                    ErrorCode.MODEL_UNAVAILABLE,
                    "The model's server did not answer. Check the network, then try again.");
        }
        var isFirst = request.messages().getLast() instanceof ModelMessage.User;
        if (asked.equals("clean up") && isFirst) {
            return call("exec", "{\"command\":\"rm -rf build && npm ci && npm test -- --reporter=dot\"}");
        }
        if (isFirst) {
            listener.thinking("First the tests, then the file.");
            return call("exec", "{\"command\":\"echo running the tests; sleep 0.2; exit 1\"}");
        }
        if (!request.messages().getLast().toString().contains("export const")) {
            return call("read", "{\"path\":\"parse.js\",\"offset\":1,\"limit\":12}");
        }
        if (asked.equals("wait for it")) {
            listener.text("I look at it, and so far it seems that **one line** is missing");
            gate.pass();
        }
        listener.text(ANSWER);
        return ModelReply.text(ANSWER);
    }

    private ModelReply call(String tool, String arguments) {
        var id = "call_" + gateway.calls.incrementAndGet();
        return new ModelReply("", null, List.of(new ToolCall(id, tool, arguments)), null, ModelReply.Finish.TOOL_CALLS);
    }
}
