package dev.switchboard.edge.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.cases.Draw;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.core.tool.Plan.Status;
import dev.switchboard.core.tool.Plan.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownPlanTest {

    @Test
    void the_items_are_the_steps_and_the_first_heading_before_them_is_the_goal() {
        var plan = MarkdownPlan.read("""
            # A landing page

            Some words about it.
            ## More words
            - [x] Write the text
              * [ ] Choose a font
            2. [~] Write the page
            + Look at it
            # Not a goal any more
            """).orElseThrow();

        assertThat(plan)
                .isEqualTo(new Plan(
                        "A landing page",
                        List.of(
                                new Step("1", "Write the text", Status.COMPLETED),
                                new Step("2", "Choose a font", Status.PENDING),
                                new Step("3", "Write the page", Status.IN_PROGRESS),
                                new Step("4", "Look at it", Status.PENDING))));
    }

    @ParameterizedTest
    @CsvSource({
        "- [ ] Go, PENDING",
        "- [-] Go, PENDING",
        "- Go, PENDING",
        "- [x] Go, COMPLETED",
        "- [X] Go, COMPLETED",
        "- [~] Go, IN_PROGRESS",
        "- [/] Go, IN_PROGRESS",
        "- [!] Go, BLOCKED",
        "12) [x] Go, COMPLETED",
    })
    void a_mark_says_how_far_a_step_is(String item, Status status) {
        assertThat(MarkdownPlan.read(item)).contains(new Plan(null, List.of(new Step("1", "Go", status))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Only words.", "# A goal without steps", "---", "-no item", "- ", "3.14 is no item"})
    void what_has_no_list_in_it_is_no_plan(String markdown) {
        assertThat(MarkdownPlan.read(markdown)).isEmpty();
    }

    @Test
    void a_plan_is_written_as_a_task_list() {
        var plan = new Plan(
                "A page",
                List.of(
                        new Step("a", "Text", Status.COMPLETED),
                        new Step("b", "Page", Status.IN_PROGRESS),
                        new Step("c", "Logo", Status.BLOCKED),
                        new Step("d", "Look", Status.PENDING)));
        assertThat(MarkdownPlan.write(plan)).isEqualTo("""
            # A page

            - [x] Text
            - [~] Page
            - [!] Logo
            - [ ] Look\
            """);
    }

    @Test
    void a_title_of_several_lines_stays_one_step() {
        var plan = new Plan("Two\nlines", List.of(new Step("1", "First\r\n- [x] second", Status.PENDING)));
        assertThat(MarkdownPlan.read(MarkdownPlan.write(plan)))
                .contains(new Plan("Two lines", List.of(new Step("1", "First - [x] second", Status.PENDING))));
    }

    @Test
    void what_is_written_is_read_back() {
        Cases.check(500, draw -> {
            var goal = draw.orNothing(3, () -> title(draw));
            var steps = draw.listOf(1, 8, () -> new Step("", title(draw), draw.oneOf(Status.values())));
            var plan = new Plan(goal, numbered(steps));
            assertThat(MarkdownPlan.read(MarkdownPlan.write(plan))).contains(plan);
        });
    }

    /** What looks like a mark, a heading or an item is the likeliest to go wrong. */
    private static String title(Draw draw) {
        return draw.suchThat(() -> draw.text("ab[]xX~!/-*+#.)1 é😀", 1, 20).strip(), text -> !text.isEmpty());
    }

    /** Markdown knows no ids: the steps are counted. */
    private static List<Step> numbered(List<Step> steps) {
        var numbered = new ArrayList<Step>();
        for (var step : steps) {
            numbered.add(new Step(String.valueOf(numbered.size() + 1), step.title(), step.status()));
        }
        return numbered;
    }
}
