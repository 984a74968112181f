package dev.switchboard.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.testkit.Gate;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Watching it work: the same rows while it happens, afterwards, and in another tab. */
class WebActivityIT extends WebStory {
    @Test
    void thinking_and_tools_are_rows_live_after_a_reload_and_in_a_second_tab() throws Exception {
        var gate = new Gate();
        gateway.model.script((request, listener) -> {
            var results = request.messages().stream()
                    .filter(ModelMessage.ToolResult.class::isInstance)
                    .count();
            switch ((int) results) {
                case 0 -> {
                    listener.thinking("I had better look first.");
                    return call("exec", "{\"command\":\"echo it works\"}");
                }
                case 1 -> {
                    gate.pass();
                    return call("exec", "{\"command\":\"exit 3\"}");
                }
                default -> {
                    listener.text("Done.");
                    return ModelReply.text("Done.");
                }
            }
        });
        var page = signedIn(visitor(), "/");
        say(page, "look around");
        assertThat(row(page, "thinking")).hasAttribute("data-state", "done");
        assertThat(row(page, "echo it works")).hasAttribute("data-state", "done");
        assertThat(row(page, "turn 1, look around")).hasAttribute("data-state", "running");
        // Somebody who comes in the middle of it sees as much.
        var other = anotherTab(page);
        assertThat(row(other, "echo it works")).hasAttribute("data-state", "done");
        gate.open();
        for (var tab : new Page[] {page, other}) {
            assertThat(row(tab, "exit 3")).hasAttribute("data-state", "error");
            assertThat(row(tab, "turn 1, look around")).hasAttribute("data-state", "done");
            assertThat(said(tab, "Agent")).containsText("Done.");
        }
        var live = rows(page);
        assertThat(live)
                .contains("1 turn 1, look around: done", "2 thinking: done", "2 echo it works: done", "2 exit 3: error")
                .doesNotHaveDuplicates();
        assertThat(rows(other)).isEqualTo(live);
        assertThat(conversation(page)
                        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("echo it works")))
                .hasCount(1);
        page.reload();
        assertThat(row(page, "turn 1, look around")).isVisible();
        assertThat(row(page, "exit 3")).hasAttribute("data-replay", "true");
        await().untilAsserted(() -> assertThat(rows(page)).isEqualTo(live));

        gateway.model.script(gateway::answer);
        say(page, "think so ; a second one");
        assertThat(row(other, "turn 2, think so ; a second one")).hasAttribute("data-state", "done");
        assertThat(row(page, "turn 2, think so ; a second one")).hasAttribute("data-state", "done");
        row(page, "thinking").first().click();
        assertThat(row(page, "thinking").first()).containsText("so");
    }

    @Test
    void arguments_and_results_open_and_a_capped_result_is_shown_whole() {
        var page = signedIn(visitor(), "/");
        say(page, "tool exec {\"command\":\"for i in $(seq 300); do printf 'line %s %0400d\\\\n' $i 0; done\"}");
        var tool = row(page, "for i in");
        assertThat(tool).hasAttribute("data-state", "done");
        tool.click();
        assertThat(tool).containsText("line 1 0000");
        assertThat(tool).not().containsText("line 150 0000");
        tool.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Show all"))
                .click();
        assertThat(tool).containsText("line 150 0000");
        assertThat(tool).containsText("line 300 0000");
        assertThat(tool.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Show all")))
                .hasCount(0);
        tool.getByRole(AriaRole.TAB, new Locator.GetByRoleOptions().setName("Arguments"))
                .click();
        assertThat(tool).containsText("command");
    }

    @Test
    void a_path_opens_the_file_at_its_lines() throws Exception {
        Files.writeString(
                gateway.workspace.resolve("poem.txt"),
                IntStream.rangeClosed(1, 900).mapToObj(i -> "verse " + i + "\n").collect(Collectors.joining()));
        var page = signedIn(visitor(), "/");
        say(page, "tool read {\"path\":\"poem.txt\",\"offset\":700,\"limit\":5}");
        var tool = row(page, "poem.txt:L700–L704");
        assertThat(tool).hasAttribute("data-state", "done");
        tool.click();
        assertThat(tool).containsText("verse 702");
        tool.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Open at L700"))
                .click();
        var dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).containsText("poem.txt");
        assertThat(dialog.getByText("verse 700", new Locator.GetByTextOptions().setExact(true)))
                .isInViewport();
        assertThat(dialog.getByText("verse 600", new Locator.GetByTextOptions().setExact(true)))
                .not()
                .isInViewport();
        page.keyboard().press("Escape");
        assertThat(dialog).hasCount(0);
        var download = page.waitForDownload(
                () -> tool.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Download the file"))
                        .click());
        assertThat(Files.readString(download.path())).startsWith("verse 1\n").endsWith("verse 900\n");
    }

    private ModelReply call(String tool, String arguments) {
        var id = "call_" + gateway.calls.incrementAndGet();
        return new ModelReply("", null, List.of(new ToolCall(id, tool, arguments)), null, ModelReply.Finish.TOOL_CALLS);
    }
}
