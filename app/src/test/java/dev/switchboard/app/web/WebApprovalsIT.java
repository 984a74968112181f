package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What needs somebody is seen wherever they are, to its last letter, and answered once. */
class WebApprovalsIT extends WebStory {
    @Test
    void allowed_it_is_done_and_the_chat_says_by_whom() {
        var page = careful("tool exec {\"command\":\"echo hi > made.txt\"}");
        assertThat(needsYou(page)).containsText("echo hi > made.txt");
        assertThat(gateway.workspace.resolve("made.txt")).doesNotExist();
        answer(page, "Allow");
        assertThat(said(page, "Agent")).containsText("It gave");
        assertThat(needsYou(page)).hasCount(0);
        assertThat(gateway.workspace.resolve("made.txt")).exists();
        assertThat(conversation(page).getByText("Allowed by")).hasCount(1);
        assertThat(row(page, "waited for you: echo hi > made.txt")).hasCount(1);
        page.reload();
        assertThat(conversation(page).getByText("Allowed by")).hasCount(1);
        assertThat(needsYou(page)).hasCount(0);
    }

    @Test
    void denied_with_a_reason_it_is_not_done_and_the_agent_reads_why() {
        var page = careful("tool exec {\"command\":\"touch never.txt\"}");
        assertThat(needsYou(page)).containsText("touch never.txt");
        button(page, "Deny with a reason").click();
        page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Why not?"))
                .fill("not on my machine");
        answer(page, "Deny");
        assertThat(said(page, "Agent")).containsText("not on my machine");
        assertThat(needsYou(page)).hasCount(0);
        assertThat(conversation(page).getByText("Denied by")).containsText("“not on my machine”");
        assertThat(gateway.workspace.resolve("never.txt")).doesNotExist();
    }

    @Test
    void answered_in_one_tab_it_goes_in_the_other_and_says_by_whom() {
        var page = careful("tool exec {\"command\":\"echo once >> counted.txt\"}");
        assertThat(needsYou(page)).hasCount(1);
        var other = anotherTab(page);
        assertThat(needsYou(other)).containsText("echo once >> counted.txt");
        answer(other, "Allow");
        assertThat(page.getByText("Allowed by ").first()).isVisible();
        for (var tab : new Page[] {page, other}) {
            assertThat(needsYou(tab)).hasCount(0);
            assertThat(said(tab, "Agent")).containsText("It gave");
            assertThat(conversation(tab).getByText("Allowed by")).hasCount(1);
        }
        assertThat(gateway.workspace.resolve("counted.txt")).hasContent("once");
    }

    @Test
    void it_is_seen_and_answered_from_another_session() {
        var page = careful("tool exec {\"command\":\"echo from afar\"}");
        assertThat(needsYou(page)).hasCount(1);
        page.keyboard().press("Alt+n");
        assertThat(page.getByText("Nothing said yet")).isVisible();
        assertThat(needsYou(page)).containsText("echo from afar");
        assertThat(needsYou(page)).hasCount(1);
        assertThat(sessions(page).getByText("Needs you")).isVisible();
        assertThat(page).hasTitle(Pattern.compile("^\\(1\\) "));
        answer(page, "Allow");
        assertThat(needsYou(page)).hasCount(0);
        assertThat(page).hasTitle(Pattern.compile("^[^(]"));
        sessions(page).getByRole(AriaRole.LINK).first().click();
        assertThat(said(page, "Agent")).containsText("from afar");
        assertThat(gateway.model.asked()).hasSize(2);
    }

    /** A tab in which the agent that asks was told this. */
    private Page careful(String words) {
        var visitor = visitor();
        var page = signedIn(visitor, "/session/web-careful");
        button(page, "Agent: default. Choose another").click();
        page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName("careful"))
                .click();
        assertThat(button(page, "Agent: careful. Choose another")).isVisible();
        say(page, words);
        return page;
    }

    /** A thumb that was on its way presses nothing: until then the button is disabled, and this waits. */
    private static void answer(Page page, String word) {
        needsYou(page)
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(word).setExact(true))
                .click();
    }
}
