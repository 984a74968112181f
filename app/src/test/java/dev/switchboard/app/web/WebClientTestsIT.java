package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.Gate;
import org.junit.jupiter.api.Test;

/**
 * The tests the stream protocol's document asks of a client (its section 7.1), under its names and in its order; those of
 * voice come with voice.
 */
class WebClientTestsIT extends WebStory {
    @Test
    void testSendTextCommand() {
        var page = signedIn(visitor(), "/");
        say(page, "say hello");
        assertThat(said(page, "You")).containsText("say hello");
        assertThat(said(page, "You")).containsText("answered");
        assertThat(said(page, "Agent")).containsText("hello");
        assertThat(textbox(page, "Message")).isEmpty();
        assertThat(gateway.model.asked()).hasSize(1);
    }

    @Test
    void testReceiveChatMessage() throws Exception {
        var gate = new Gate();
        gateway.model.script((_, listener) -> {
            listener.text("one **two** ");
            gate.pass();
            listener.text("three");
            return ModelReply.text("one **two** three");
        });
        var page = signedIn(visitor(), "/");
        say(page, "go");
        assertThat(said(page, "Agent")).containsText("one two");
        assertThat(said(page, "Agent").locator("strong")).hasText("two");
        assertThat(said(page, "Agent")).not().containsText("three");
        assertThat(said(page, "You")).containsText("running");
        assertThat(button(page, "Stop")).isVisible();
        var other = anotherTab(page);
        assertThat(said(other, "Agent")).containsText("one two");
        gate.open();
        for (var tab : new Page[] {page, other}) {
            assertThat(said(tab, "Agent")).containsText("one two three");
            assertThat(said(tab, "You")).containsText("answered");
            assertThat(button(tab, "Stop")).hasCount(0);
        }
        page.reload();
        assertThat(said(page, "Agent")).containsText("one two three");
        assertThat(said(page, "Agent")).hasCount(1);
        assertThat(said(page, "You")).hasCount(1);
        assertThat(said(page, "You")).containsText("answered");
    }

    @Test
    void testResetContext() {
        var page = signedIn(visitor(), "/");
        say(page, "say remember this");
        assertThat(said(page, "Agent")).containsText("remember this");
        var other = anotherTab(page);
        assertThat(said(other, "Agent")).hasCount(1);
        var dialog = page.getByRole(AriaRole.DIALOG);
        button(page, "Reset context").click();
        assertThat(dialog).containsText("forgets this conversation");
        dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Cancel"))
                .click();
        assertThat(dialog).hasCount(0);
        assertThat(said(page, "Agent")).hasCount(1);
        button(page, "Reset context").click();
        dialog.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName("Reset").setExact(true))
                .click();
        for (var tab : new Page[] {page, other}) {
            assertThat(said(tab, "Agent")).hasCount(0);
            assertThat(said(tab, "You")).hasCount(0);
        }
        say(page, "say after");
        assertThat(said(page, "Agent")).containsText("after");
        assertThat(said(other, "Agent")).containsText("after");
        assertThat(gateway.model.asked().getLast().messages().toString()).doesNotContain("remember this");
    }

    @Test
    void testReconnection() {
        var visitor = visitor();
        expectsCuts(visitor);
        var page = signedIn(visitor, "/");
        say(page, "say before");
        assertThat(said(page, "Agent")).containsText("before");
        visitor.context().setOffline(true);
        gateway.restart();
        assertThat(connection(page)).not().hasText("connected");
        visitor.context().setOffline(false);
        assertThat(connection(page)).hasText("connected");
        say(page, "say after");
        assertThat(said(page, "Agent").last()).containsText("after");
        assertThat(said(page, "Agent")).hasCount(2);
        assertThat(said(page, "You")).hasCount(2);
    }
}
