package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.switchboard.app.gateway.TestGateway;
import org.junit.jupiter.api.Test;

/** The daily loop without a pointer. */
class WebKeyboardIT extends WebStory {
    @Test
    void the_daily_loop_by_keys_alone() {
        var page = visitor().tab();
        page.navigate("/");
        assertThat(textbox(page, "Token")).isFocused();
        page.keyboard().type(TestGateway.TOKEN);
        page.keyboard().press("Enter");
        assertThat(sessions(page)).isVisible();

        // A message, from the field that has the focus by itself.
        assertThat(textbox(page, "Message")).isFocused();
        page.keyboard().type("say the first");
        page.keyboard().press("Enter");
        assertThat(said(page, "Agent")).containsText("the first");

        // Another chat; two lines; the last message again.
        page.keyboard().press("Alt+n");
        assertThat(page.getByText("Nothing said yet")).isVisible();
        assertThat(textbox(page, "Message")).isFocused();
        page.keyboard().type("say the second");
        page.keyboard().press("Shift+Enter");
        page.keyboard().type("of two lines");
        page.keyboard().press("Enter");
        assertThat(said(page, "Agent")).containsText("the second");
        page.keyboard().press("ArrowUp");
        assertThat(textbox(page, "Message")).hasValue("say the second\nof two lines");
        textbox(page, "Message").fill("");

        // Back to the first by its name.
        page.keyboard().press("Control+k");
        assertThat(page.getByRole(AriaRole.COMBOBOX)).isFocused();
        page.keyboard().type("the first");
        assertThat(page.getByRole(AriaRole.OPTION).first()).containsText("the first");
        page.keyboard().press("Enter");
        assertThat(said(page, "Agent")).containsText("the first");
        assertThat(page.getByRole(AriaRole.COMBOBOX)).hasCount(0);
        assertThat(textbox(page, "Message")).isFocused();

        // Another agent, by the menu.
        tabTo(page, button(page, "Agent: default. Choose another"));
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.MENUITEM).first()).isFocused();
        page.keyboard().type("c");
        page.keyboard().press("Enter");
        assertThat(button(page, "Agent: careful. Choose another")).isFocused();

        // What needs somebody is answered where it stands; no single key does it.
        tabTo(page, textbox(page, "Message"));
        page.keyboard().type("tool exec {\"command\":\"echo by keys\"}");
        page.keyboard().press("Enter");
        var allow = needsYou(page)
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName("Allow").setExact(true));
        assertThat(allow).isEnabled();
        assertThat(textbox(page, "Message")).isFocused();
        page.keyboard().press("Enter");
        assertThat(needsYou(page)).hasCount(1);
        tabTo(page, allow);
        page.keyboard().press("Enter");
        assertThat(said(page, "Agent").last()).containsText("by keys");
        assertThat(needsYou(page)).hasCount(0);

        // The rows of the activity, by arrows; opened, and closed again.
        tabTo(page, page.getByRole(AriaRole.TREEITEM).first());
        page.keyboard().press("End");
        assertThat(page.getByRole(AriaRole.TREEITEM).last()).isFocused();
        page.keyboard().press("Home");
        for (int i = 0; i < 10 && !isFocused(row(page, "echo by keys").last()); i++) {
            page.keyboard().press("ArrowDown");
        }
        assertThat(row(page, "echo by keys").last()).isFocused();
        page.keyboard().press("Enter");
        assertThat(row(page, "echo by keys").last()).hasAttribute("aria-expanded", "true");
        page.keyboard().press("Enter");
        assertThat(row(page, "echo by keys").last()).hasAttribute("aria-expanded", "false");

        // All keys, and Esc closes them.
        page.keyboard().press("?");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Show these keys");
        page.keyboard().press("Escape");
        assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
        assertThat(row(page, "echo by keys").last()).isFocused();
    }

    /** Tab until it has the focus; all the while something visible has. */
    private static void tabTo(Page page, Locator wanted) {
        assertThat(wanted).isVisible();
        for (int i = 0; i < 80; i++) {
            page.keyboard().press("Tab");
            if (isFocused(wanted)) {
                return;
            }
        }
        throw new AssertionError("Tab does not lead to " + wanted);
    }

    private static boolean isFocused(Locator wanted) {
        return (Boolean) wanted.evaluate("element => element === document.activeElement");
    }
}
