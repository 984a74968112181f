package dev.switchboard.edge.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.board.FromBoard;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionTest {
    private static final RunId RUN = new RunId("run-1");
    private static final SessionId KNOWN = new SessionId("board:local:tasks:7");

    private final Submission submission =
            new Submission(List.of("default", "titan"), KNOWN::equals, new Masking(List.of("key-of-the-house")));

    @Test
    void a_name_that_is_unknown_is_said_back_without_our_secrets() {
        for (var option : List.of("agent", "session_id")) {
            assertThatExceptionOfType(Unusable.class)
                    .isThrownBy(
                            () -> draft("{\"goal\":\"g\",\"options\":{\"%s\":\"key-of-the-house\"}}".formatted(option)))
                    .withMessageContaining("there is no")
                    .withMessageNotContaining("key-of-the-house");
        }
    }

    @Test
    void a_goal_alone_is_a_plain_task() throws Unusable {
        var draft = draft("{\"goal\":\"Build a page\"}");

        assertThat(draft)
                .isEqualTo(new Draft(
                        Submission.PEER,
                        "key-1",
                        "Build a page",
                        "run-1",
                        "board-1",
                        null,
                        Brief.plain(RUN),
                        null,
                        AdmissionTerms.OF_A_PEER));
    }

    @Test
    void everything_that_was_given_goes_into_the_brief() throws Unusable {
        var brief = brief("""
            {"goal":"Build a page","messages":[{"role":"user","content":"Hi"},{"role":"system","content":"Be brief."}],
             "plan":{"format":"markdown","content":"- [~] Write it"},"memory":"Likes blue.",
             "artifacts":[{"id":"a1","title":"The logo","type":"file","ref":"img/logo.svg"},{"id":"a2"}],
             "options":{"agent":"titan","max_tokens":4000,"timeout_ms":600000}}\
            """);

        assertThat(brief.said()).containsExactly(new ModelMessage.User("Hi"));
        assertThat(brief.system()).isEqualTo("Be brief.");
        assertThat(brief.plan())
                .isEqualTo(new Plan(null, List.of(new Plan.Step("1", "Write it", Plan.Status.IN_PROGRESS))));
        assertThat(brief.context())
                .contains("- [~] Write it", "Likes blue.", "- a1: The logo (file), img/logo.svg", "- a2");
        assertThat(brief.agent()).isEqualTo("titan");
        assertThat(brief.maxTokens()).isEqualTo(4000);
        assertThat(brief.timeout()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void a_structured_plan_keeps_the_ids_of_its_steps() throws Unusable {
        var brief = brief("""
            {"goal":"Go","plan":{"format":"structured","content":{"goal":"A page","steps":[
                {"id":"x","title":"Text","status":"completed"},{"id":"y","title":"Page"}]}}}\
            """);

        assertThat(brief.plan())
                .isEqualTo(new Plan(
                        "A page",
                        List.of(
                                new Plan.Step("x", "Text", Plan.Status.COMPLETED),
                                new Plan.Step("y", "Page", Plan.Status.PENDING))));
        assertThat(brief.context()).contains("A page\n- x (completed): Text\n- y (pending): Page");
    }

    @ParameterizedTest
    @EnumSource
    void a_mode_is_kept_and_whether_it_may_be_looser_is_the_senders_right(ApprovalMode mode) throws Unusable {
        var submit = submit("{\"goal\":\"Go\",\"options\":{\"mode\":\"%s\"}}".formatted(mode.wireName()));
        var strict = Objects.requireNonNull(
                submission.draft(submit, "k", RUN, "board-1", false).brief());
        var loose = Objects.requireNonNull(
                submission.draft(submit, "k", RUN, "board-1", true).brief());

        for (var agents : ApprovalMode.values()) {
            assertThat(strict.mode(agents)).isLessThanOrEqualTo(agents).isLessThanOrEqualTo(mode);
            assertThat(loose.mode(agents)).isEqualTo(mode);
        }
    }

    @Test
    void a_time_is_a_day_at_most() throws Unusable {
        for (var millis : List.of(86_400_000L, 86_400_001L, Long.MAX_VALUE)) {
            assertThat(brief("{\"goal\":\"Go\",\"options\":{\"timeout_ms\":%d}}".formatted(millis))
                            .timeout())
                    .isEqualTo(Duration.ofDays(1));
        }
        assertThat(brief("{\"goal\":\"Go\",\"options\":{\"timeout_ms\":1}}").timeout())
                .isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void a_task_goes_on_in_a_session_there_is() throws Unusable {
        assertThat(draft("{\"goal\":\"Go\",\"options\":{\"session_id\":\"board:local:tasks:7\"}}")
                        .session())
                .isEqualTo(KNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'mode':'never_ask'  | options.mode must be always_ask, agent_decides or always_execute",
                "'max_tokens':0      | options.max_tokens must be at least 1",
                "'max_tokens':-5     | options.max_tokens must be at least 1",
                "'timeout_ms':0      | options.timeout_ms must be at least 1",
                "'agent':'titn'      | options.agent: there is no agent \"titn\", did you mean titan?",
                "'agent':''          | options.agent: there is no agent \"\", there are default, titan",
                "'session_id':'x'    | there is no session \"x\"; GET /api/sessions lists those there are",
            })
    void an_option_that_cannot_be_kept_is_refused_in_words(String option, String why) {
        assertThat(complaint("{\"goal\":\"Go\",\"options\":{%s}}".formatted(option.replace('\'', '"'))))
                .isEqualTo(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"goal\":null}", "{\"goal\":\" \\n\"}"})
    void a_goal_is_required(String submit) {
        assertThat(complaint(submit)).isEqualTo("goal is required");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                    | plan.format must be markdown or structured",
                "{\"format\":\"html\",\"content\":\"x\"}               | plan.format must be markdown or structured",
                "{\"format\":\"markdown\",\"content\":{}}              | plan.content must be a text, since plan.format"
                        + " is markdown",
                "{\"format\":\"structured\",\"content\":\"- x\"}       | plan.content must be {goal, steps: [{id,"
                        + " title, status}]}, since plan.format is structured",
                "{\"format\":\"structured\",\"content\":{\"goal\":1}}  | plan.content must be {goal, steps: [{id,"
                        + " title, status}]}, since plan.format is structured",
                "{\"format\":\"structured\",\"content\":{\"steps\":[{\"id\":\"1\"}]}} | plan.content.steps: every step"
                        + " needs an id of its own and a title",
                "{\"format\":\"structured\",\"content\":{\"steps\":[{\"id\":\"1\",\"title\":\"a\",\"status\":\"done\"}]}}"
                    + " | plan.content.steps: status must be pending, in_progress, completed or blocked",
            })
    void a_plan_that_is_none_is_refused_in_words(String plan, String why) {
        assertThat(complaint("{\"goal\":\"Go\",\"plan\":%s}".formatted(plan))).isEqualTo(why);
    }

    @Test
    void a_plan_has_an_end() throws Unusable {
        assertThat(brief(planOf(200)).plan())
                .satisfies(plan -> assertThat(plan.steps()).hasSize(200));
        assertThat(complaint(planOf(201))).isEqualTo("plan.content.steps may have at most 200 steps");
    }

    private static String planOf(int steps) {
        return "{\"goal\":\"Go\",\"plan\":{\"format\":\"structured\",\"content\":{\"steps\":[%s]}}}"
                .formatted(IntStream.range(0, steps)
                        .mapToObj("{\"id\":\"%1$d\",\"title\":\"step %1$d\"}"::formatted)
                        .collect(Collectors.joining(",")));
    }

    private String complaint(String submit) {
        var thrown = assertThatExceptionOfType(Unusable.class)
                .isThrownBy(() -> draft(submit))
                .actual();
        return thrown.why();
    }

    private Brief brief(String submit) throws Unusable {
        return Objects.requireNonNull(draft(submit).brief());
    }

    private Draft draft(String submit) throws Unusable {
        return submission.draft(submit(submit), "key-1", RUN, "board-1", false);
    }

    private static FromBoard.Submit submit(String payload) {
        return Json.mapper().readValue(payload, FromBoard.Submit.class);
    }
}
