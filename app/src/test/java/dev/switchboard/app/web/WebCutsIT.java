package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.switchboard.app.proof.GatewayChild;
import dev.switchboard.app.proof.SlowModel;
import dev.switchboard.testkit.FreePort;
import dev.switchboard.testkit.Said;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The line and the gateway break; nothing that was said is lost, and nothing is said twice. */
class WebCutsIT extends WebStory {
    @Test
    void killed_in_mid_answer_and_started_again_the_page_recovers_by_itself() throws Exception {
        try (var model = new SlowModel(Duration.ofMinutes(1))) {
            var data = Files.createDirectories(folder.resolve("killed"));
            var config = GatewayChild.asking(folder, model.url());
            int port = FreePort.pick();
            var visitor = chromium().visitor(URI.create("http://127.0.0.1:" + port));
            expectsCuts(visitor);
            Page page;
            Page other;
            try (var child = GatewayChild.startAt(port, data, config)) {
                var token = Files.readString(data.resolve("operator.token")).strip();
                page = signedIn(visitor, "/", token);
                say(page, "tell me");
                model.awaitBegun();
                assertThat(said(page, "Agent")).containsText("you said: tell me");
                other = anotherTab(page);
                assertThat(said(other, "Agent")).containsText("you said: tell me");
                child.kill();
            }
            assertThat(page.getByText("Couldn’t reach the gateway.").first()).isVisible();
            // What was there can be read meanwhile.
            assertThat(said(page, "You")).containsText("tell me");
            model.takes(Duration.ZERO);
            try (var _ = GatewayChild.startAt(port, data, config)) {
                for (var tab : new Page[] {page, other}) {
                    assertThat(connection(tab)).hasText("connected");
                    assertThat(said(tab, "You")).containsText("answered");
                    assertThat(said(tab, "You")).hasCount(1);
                    assertThat(said(tab, "Agent")).containsText("you said: tell me … … … … … … …");
                    assertThat(said(tab, "Agent")).hasCount(1);
                }
                assertThat(model.asked()).as("before and after").hasSize(2);
                say(page, "and more");
                assertThat(said(other, "Agent").last()).containsText("you said: and more");
                assertThat(said(other, "You")).hasCount(2);
                assertThat(said(page, "Agent")).hasCount(2);
            }
        }
    }

    @Test
    void what_is_typed_offline_is_sent_once_whichever_tab_is_left() {
        var visitor = visitor();
        expectsCuts(visitor);
        var page = signedIn(visitor, "/");
        say(page, "say begun");
        assertThat(said(page, "Agent")).containsText("begun");
        var other = anotherTab(page);
        var third = anotherTab(page);
        gateway.stop();
        for (var tab : new Page[] {page, other, third}) {
            assertThat(connection(tab)).hasText("offline");
        }
        say(page, "say typed here");
        assertThat(said(page, "You").last()).containsText("Waits for the connection");
        assertThat(said(other, "You").last()).containsText("say typed here");
        say(other, "say typed there");
        say(third, "say typed and left");
        assertThat(said(page, "You")).hasCount(4);
        third.close();
        gateway.startAgain();
        for (var tab : new Page[] {page, other}) {
            assertThat(said(tab, "Agent")).hasCount(4);
            assertThat(said(tab, "You")).hasCount(4);
            assertThat(conversation(tab).getByText("Waits for the connection")).hasCount(0);
            for (int i = 0; i < 4; i++) {
                assertThat(said(tab, "You").nth(i)).containsText("answered");
            }
        }
        assertThat(gateway.model.asked().stream().map(Said::last))
                .containsExactly("say begun", "say typed here", "say typed there", "say typed and left");
        page.reload();
        assertThat(said(page, "Agent")).hasCount(4);
        assertThat(said(page, "You")).hasCount(4);
    }

    @Test
    void a_message_typed_offline_outlives_the_page_and_can_be_taken_back() {
        var visitor = visitor();
        expectsCuts(visitor);
        var page = signedIn(visitor, "/");
        say(page, "say begun");
        assertThat(said(page, "Agent")).containsText("begun");
        var place = page.url();
        gateway.stop();
        assertThat(connection(page)).hasText("offline");
        say(page, "say kept");
        say(page, "say never");
        assertThat(said(page, "You")).hasCount(3);
        button(page, "Take back").last().click();
        assertThat(said(page, "You")).hasCount(2);
        assertThat(textbox(page, "Message")).hasValue("say never");
        page.close();
        gateway.startAgain();
        var next = visitor.tab();
        next.navigate(place);
        assertThat(said(next, "Agent").last()).containsText("kept");
        assertThat(said(next, "You")).hasCount(2);
        assertThat(gateway.model.asked().stream().map(Said::last)).containsExactly("say begun", "say kept");
    }
}
