package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.Said;
import org.junit.jupiter.api.Test;

/** Talking: what is said is seen while it is written, once, and can be stopped, steered, tried again and forgotten. */
class WebChatIT extends WebStory {
    @Test
    void stopping_keeps_what_was_said() throws Exception {
        var gate = new Gate();
        gateway.model.script((_, listener) -> {
            listener.text("half of it");
            gate.pass();
            return ModelReply.text("half of it, and the rest");
        });
        var page = signedIn(visitor(), "/");
        say(page, "go");
        assertThat(said(page, "Agent")).containsText("half of it");
        button(page, "Stop").click();
        assertThat(button(page, "Stop")).hasCount(0);
        assertThat(said(page, "Agent")).containsText("half of it");
        assertThat(row(page, "turn 1")).hasAttribute("data-state", "aborted");
        page.reload();
        assertThat(said(page, "Agent")).containsText("half of it");
        assertThat(said(page, "Agent")).hasCount(1);
        assertThat(said(page, "Error")).hasCount(0);
    }

    @Test
    void what_is_said_while_it_works_steers_it() throws Exception {
        var gate = new Gate();
        gateway.model.script((request, listener) -> {
            if (gateway.model.asked().size() == 1) {
                gate.pass();
            }
            var text = "answer to " + Said.last(request);
            listener.text(text);
            return ModelReply.text(text);
        });
        var page = signedIn(visitor(), "/");
        say(page, "go");
        gate.awaitSomebody();
        assertThat(page.getByText("is working. Your message steers it.")).isVisible();
        say(page, "and this");
        assertThat(said(page, "You").last()).containsText("steering");
        gate.open();
        assertThat(said(page, "Agent").last()).containsText("answer to and this");
        assertThat(said(page, "You")).hasCount(2);
        assertThat(said(page, "You").first()).containsText("answered");
        assertThat(said(page, "You").last()).containsText("answered");
        assertThat(said(page, "You").last()).containsText("and this");
    }

    @Test
    void a_turn_that_failed_says_why_and_is_tried_again() {
        gateway.model.script((request, listener) -> {
            if (gateway.model.asked().size() == 1) {
                throw new SwitchboardException(ErrorCode.MODEL_UNAVAILABLE, "The model's server is down. Try later.");
            }
            return gateway.answer(request, listener);
        });
        var page = signedIn(visitor(), "/");
        say(page, "say it worked");
        assertThat(said(page, "Error")).containsText("The model's server is down");
        assertThat(said(page, "You")).containsText("failed");
        button(page, "Try again").click();
        assertThat(said(page, "Agent")).containsText("it worked");
        assertThat(said(page, "Agent")).hasCount(1);
        assertThat(said(page, "You").last()).containsText("answered");
        assertThat(gateway.model.asked()).hasSize(2);
    }

    @Test
    void another_agent_answers_when_it_is_chosen() {
        var page = signedIn(visitor(), "/");
        say(page, "say from the first");
        assertThat(said(page, "Agent")).containsText("from the first");
        button(page, "Agent: default. Choose another").click();
        page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName("titan"))
                .click();
        assertThat(button(page, "Agent: titan. Choose another")).isVisible();
        say(page, "say from the other");
        assertThat(said(page, "Agent").last()).containsText("from the other");
        assertThat(gateway.titan.asked()).hasSize(1);
        assertThat(gateway.model.asked()).hasSize(1);
    }
}
