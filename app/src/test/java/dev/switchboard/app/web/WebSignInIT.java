package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.app.hud.HudGateway;
import org.junit.jupiter.api.Test;

/** Who comes in, how, and for how long. */
class WebSignInIT extends WebStory {
    @Test
    void a_wrong_token_is_told_in_words_and_the_right_one_lets_in_for_good() {
        var visitor = visitor();
        visitor.expects("401"); // the browser tells of each refusal by itself
        var page = visitor.tab();
        page.navigate("/");
        assertThat(page.getByText("Hello from 127.0.0.1:" + gateway.gateway().port()))
                .isVisible();
        textbox(page, "Token").fill("swb_wrong");
        button(page, "Sign in").click();
        assertThat(page.getByText("This token is not valid, or no longer. Use another one."))
                .isVisible();
        assertThat(sessions(page)).hasCount(0);

        textbox(page, "Token").fill(TestGateway.TOKEN);
        button(page, "Sign in").click();
        isIn(page);
        page.reload();
        isIn(page);
        assertThat(browsers()).isEqualTo(1);
        var second = visitor.tab();
        second.navigate("/");
        isIn(second);
    }

    @Test
    void a_link_signs_in_by_itself_and_only_once() {
        var path = path(newLink());
        var visitor = visitor();
        visitor.expects("401");
        var page = visitor.tab();
        page.navigate(path);
        isIn(page);
        assertThat(page.url()).as("the code is gone from the address").doesNotContain("code");
        // In a tab that is open it works, too: a link that was used signs nobody out.
        page.navigate(path);
        isIn(page);
        assertThat(browsers()).isEqualTo(1);

        var stranger = visitor();
        stranger.expects("401");
        var late = stranger.tab();
        late.navigate(path);
        assertThat(late.getByText("This code is wrong, used or too old.")).isVisible();
        late.navigate(path(newLink()));
        isIn(late);
    }

    @Test
    void one_stays_signed_in_over_a_restart_of_the_gateway() {
        var visitor = visitor();
        expectsCuts(visitor);
        var page = signedIn(visitor, "/");
        say(page, "say before");
        assertThat(said(page, "Agent")).containsText("before");
        gateway.restart();
        // By itself, without a reload, and in the same place.
        say(page, "say after");
        assertThat(said(page, "Agent").last()).containsText("after");
        assertThat(said(page, "You")).hasCount(2);
        page.reload();
        assertThat(said(page, "Agent")).hasCount(2);
        assertThat(textbox(page, "Token")).hasCount(0);
    }

    @Test
    void signed_out_elsewhere_one_signs_in_again_and_is_back_where_one_was() {
        var visitor = visitor();
        visitor.expects("401");
        expectsCuts(visitor);
        var page = signedIn(visitor, "/");
        say(page, "say something to come back to");
        assertThat(said(page, "Agent")).containsText("something to come back to");
        var place = page.url();
        gateway.ask("DELETE", "/api/browsers/" + browserId(), "");
        assertThat(page.getByText("Your sign-in has ended.")).isVisible();
        assertThat(conversation(page)).hasCount(0);
        textbox(page, "Token").fill(TestGateway.TOKEN);
        button(page, "Sign in").click();
        assertThat(said(page, "Agent")).containsText("something to come back to");
        assertThat(page).hasURL(place);
        assertThat(said(page, "You")).hasCount(1);
    }

    @Test
    void signing_out_in_one_tab_signs_out_in_all() {
        var visitor = visitor();
        visitor.expects("401");
        expectsCuts(visitor);
        var page = signedIn(visitor, "/");
        var other = visitor.tab();
        other.navigate("/");
        isIn(other);
        page.keyboard().press("Control+k");
        assertThat(page.getByRole(AriaRole.COMBOBOX)).isFocused();
        page.keyboard().type("sign out");
        page.keyboard().press("Enter");
        assertThat(textbox(page, "Token")).isVisible();
        assertThat(textbox(other, "Token")).isVisible();
        assertThat(browsers()).isZero();
    }

    private static void isIn(Page page) {
        assertThat(sessions(page)).isVisible();
        assertThat(connection(page)).hasText("connected");
        assertThat(textbox(page, "Token")).hasCount(0);
    }

    private String newLink() {
        return HudGateway.body(gateway.ask("POST", "/api/session/codes", "{}"))
                .get("url")
                .stringValue();
    }

    private String path(String link) {
        assertThat(link).startsWith(address() + "/#");
        return link.substring(address().toString().length());
    }

    private int browsers() {
        return gateway.gateway().get("/api/browsers").get("browsers").size();
    }

    private String browserId() {
        return gateway.gateway()
                .get("/api/browsers")
                .get("browsers")
                .get(0)
                .get("browser_id")
                .stringValue();
    }
}
