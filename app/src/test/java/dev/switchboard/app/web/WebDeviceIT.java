package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.Gate;
import org.junit.jupiter.api.Test;

/** What somebody says to a device is watched from the browser. */
class WebDeviceIT extends WebStory {
    @Test
    void a_devices_session_appears_in_the_list_and_is_watched_live() throws Exception {
        var page = signedIn(visitor(), "/");
        assertThat(connection(page)).hasText("connected");
        var gate = new Gate();
        gateway.model.script((_, listener) -> {
            listener.text("good ");
            gate.pass();
            listener.text("morning");
            return ModelReply.text("good morning");
        });
        try (var device = gateway.gateway().connect("desk")) {
            device.message("m-1", "hello from the desk");
            var link = sessions(page).getByRole(AriaRole.LINK);
            assertThat(link).hasCount(1);
            link.click();
            assertThat(said(page, "You")).containsText("hello from the desk");
            assertThat(said(page, "Agent")).containsText("good");
            assertThat(said(page, "Agent")).not().containsText("morning");
            gate.open();
            assertThat(said(page, "Agent")).containsText("good morning");

            gateway.model.script(gateway::answer);
            device.message("m-2", "say another one");
            assertThat(said(page, "Agent").last()).containsText("another one");
            assertThat(said(page, "Agent")).hasCount(2);
            // And answered from here.
            say(page, "say from the browser");
            assertThat(said(page, "Agent").last()).containsText("from the browser");
            assertThat(said(page, "You")).hasCount(3);
            assertThat(sessions(page).getByRole(AriaRole.LINK)).hasCount(1);
        }
    }
}
