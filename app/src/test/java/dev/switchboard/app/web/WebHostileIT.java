package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelReply;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A model says what it likes. It stays text, loads nothing, and does not stop the page. */
class WebHostileIT extends WebStory {
    private static final String HOSTILE = """
        <script>document.title = 'owned'</script>
        <img src="https://elsewhere.example/pixel.png" onerror="document.title = 'owned'">

        ![a picture](https://elsewhere.example/pixel.png) and ![one of ours](/icon.svg)

        [press me](javascript:document.title='owned') or [me](data:text/html,owned) or [here](https://elsewhere.example/a)

        <style>body { display: none }</style><iframe src="https://elsewhere.example"></iframe>

        A bell \u0007, an escape \u001b[31m, a turn \u202etxt.exe and a zero \u0000.
        """;

    /** The page must have drawn what it was given, and be free again, within this. */
    private static final LocatorAssertions.IsVisibleOptions SOON =
            new LocatorAssertions.IsVisibleOptions().setTimeout(10_000);

    @Test
    void html_scripts_images_and_links_stay_text_while_they_are_written_and_after() {
        var visitor = visitor();
        var asked = requests(visitor.context());
        gateway.model.script((_, listener) -> spoken(HOSTILE, 7, listener));
        var page = signedIn(visitor, "/");
        say(page, "be evil");
        assertThat(said(page, "You")).containsText("answered");
        isHarmless(page);
        page.reload();
        isHarmless(page);
        assertThat(asked).isNotEmpty().allMatch(url -> url.startsWith(address().toString()));
    }

    @Test
    void what_a_tool_gives_is_text_as_well() {
        var visitor = visitor();
        var asked = requests(visitor.context());
        var page = signedIn(visitor, "/");
        say(page, "tool exec {\"command\":\"echo '<img src=https://elsewhere.example/x onerror=alert(1)>'\"}");
        var tool = row(page, "echo '<img");
        assertThat(tool).hasAttribute("data-state", "done");
        tool.click();
        assertThat(tool).containsText("<img src=https://elsewhere.example/x onerror=alert(1)>");
        assertThat(page.locator("img[src*=elsewhere]")).hasCount(0);
        assertThat(asked).allMatch(url -> url.startsWith(address().toString()));
    }

    @Test
    void five_megabytes_do_not_stop_the_page() {
        var line = "All work and no play makes a *dull* `page`, <b>said</b> the model, and again and again.\n\n";
        var text = line.repeat(5_000_000 / line.length());
        gateway.model.script((_, listener) -> spoken(text, 50_000, listener));
        var page = signedIn(visitor(), "/");
        say(page, "go on and on");
        assertThat(said(page, "You")).containsText("answered");
        isQuick(page);
        page.reload();
        assertThat(said(page, "Agent")).containsText("All work and no play");
        assertThat(said(page, "Agent")).hasCount(1);
        isQuick(page);
        button(page, "Show more").click();
        isQuick(page);
    }

    @Test
    void neither_does_one_word_of_a_megabyte_nor_a_block_that_never_ends() {
        var page = signedIn(visitor(), "/");
        for (var text :
                List.of("a".repeat(1_000_000), "```js\n" + "x = [`${1}`];\n".repeat(70_000), "[".repeat(300_000))) {
            gateway.model.script((_, listener) -> spoken(text, 20_000, listener));
            say(page, "again");
            assertThat(said(page, "You").last()).containsText("answered");
            isQuick(page);
        }
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
    }

    private static void isHarmless(Page page) {
        var answer = said(page, "Agent");
        assertThat(answer).containsText("<script>document.title = 'owned'</script>");
        assertThat(answer).containsText("<img src=");
        assertThat(answer.locator("script, img, iframe, style, object, embed, form"))
                .hasCount(0);
        for (var link : answer.getByRole(AriaRole.LINK).all()) {
            assertThat(link.getAttribute("href")).startsWith("https://elsewhere.example");
            assertThat(link.getAttribute("rel")).contains("noopener", "noreferrer");
        }
        assertThat(answer).containsText("elsewhere.example");
        assertThat(answer).containsText("A bell ⟨BEL⟩, an escape ⟨ESC⟩[31m, a turn ⟨U+202E⟩txt.exe");
        assertThat(page.title()).doesNotContain("owned");
        assertThat(answer).isVisible();
    }

    /** It opens and closes what one presses. */
    private static void isQuick(Page page) {
        button(page, "Reset context").click();
        var dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).isVisible(SOON);
        page.keyboard().press("Escape");
        assertThat(dialog).hasCount(0);
    }

    private static List<String> requests(BrowserContext context) {
        var asked = new CopyOnWriteArrayList<String>();
        context.onRequest(request -> asked.add(request.url()));
        return asked;
    }

    /** Said in pieces of this size. */
    private static ModelReply spoken(String text, int size, ModelListener listener) {
        for (int from = 0; from < text.length(); from += size) {
            listener.text(text.substring(from, Math.min(text.length(), from + size)));
        }
        return ModelReply.text(text);
    }
}
