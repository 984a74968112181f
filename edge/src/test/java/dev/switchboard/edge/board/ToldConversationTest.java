package dev.switchboard.edge.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.board.SaidMessage;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToldConversationTest {
    private static final int MOST = 1_000;

    private static final String NOT_GIVEN = "{\"ok\":false,\"error\":\"The result was not given.\"}";

    @Test
    void what_was_said_keeps_its_order_and_what_the_system_said_stands_apart() throws Unusable {
        var told = told("""
            [{"role":"system","content":"Be brief."},
             {"role":"user","content":"What is in the folder?"},
             {"role":"assistant","content":"A page."},
             {"role":"system","content":"Be friendly."}]\
            """);

        assertThat(told.messages())
                .containsExactly(
                        new ModelMessage.User("What is in the folder?"), ModelMessage.Assistant.text("A page."));
        assertThat(told.system()).isEqualTo("Be brief.\n\nBe friendly.");
    }

    @Test
    void nothing_said_is_nothing_told() throws Unusable {
        assertThat(told("[]")).isEqualTo(new ToldConversation(List.of(), null));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void a_call_stays_with_its_result_wherever_the_board_put_that(int holder) throws Unusable {
        var said = new String[] {
            "{'role':'assistant','content':'I look.','tool_calls':[{'id':'c1','name':'exec','arguments':'{}'}]%s}",
            "{'role':'user','content':'And?'%s}",
            "{'role':'system','content':'Go on.'%s}"
        };
        for (int i = 0; i < said.length; i++) {
            said[i] = said[i].formatted(
                    i == holder ? ",'tool_results':[{'tool_call_id':'c1','result':{'ok':true}}]" : "");
        }

        assertThat(told(("[" + String.join(",", said) + "]").replace('\'', '"')).messages())
                .containsExactly(
                        new ModelMessage.Assistant("I look.", null, List.of(new ToolCall("c1", "exec", "{}"))),
                        new ModelMessage.ToolResult("c1", "exec", "{\"ok\":true}"),
                        new ModelMessage.User("And?"));
    }

    @Test
    void calls_of_one_message_are_answered_in_their_order_and_a_missing_result_is_said_to_be_missing() throws Unusable {
        var told = told("""
            [{"role":"assistant","content":"","tool_calls":[
                {"id":"a","name":"read"},{"id":"b","name":"exec","arguments":"{}"},{"name":"without an id"},null],
              "tool_results":[{"tool_call_id":"b","result":"plain words"},null]}]\
            """);

        assertThat(told.messages())
                .containsExactly(
                        new ModelMessage.Assistant(
                                "", null, List.of(new ToolCall("a", "read", "{}"), new ToolCall("b", "exec", "{}"))),
                        new ModelMessage.ToolResult("a", "read", NOT_GIVEN),
                        new ModelMessage.ToolResult("b", "exec", "plain words"));
    }

    @Test
    void results_without_their_calls_are_told_as_words_in_the_order_they_came() throws Unusable {
        var told = told("""
            [{"role":"user","content":"Look","tool_results":[
                {"tool_call_id":"z","result":1},{"tool_call_id":"call-17","result":2},
                {"tool_call_id":"b","result":3},{"tool_call_id":"a","result":4}]}]\
            """);

        assertThat(told.messages())
                .containsExactly(
                        new ModelMessage.User("Look"),
                        new ModelMessage.User("The result of the tool call \"z\": 1"),
                        new ModelMessage.User("The result of the tool call \"call-17\": 2"),
                        new ModelMessage.User("The result of the tool call \"b\": 3"),
                        new ModelMessage.User("The result of the tool call \"a\": 4"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[null]                                                              | messages[0].content is required",
                "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"user\"}]         | messages[1].content is required",
                "[{\"content\":\"a\"}]          | messages[0].role must be user, assistant or system",
                "[{\"role\":\"tool\",\"content\":\"a\"}] | messages[0].role must be user, assistant or system",
            })
    void what_cannot_be_told_says_which_message_is_wrong(String messages, String why) {
        assertThatExceptionOfType(Unusable.class)
                .isThrownBy(() -> told(messages))
                .satisfies(unusable -> assertThat(unusable.why()).isEqualTo(why));
    }

    @Test
    void a_message_for_a_run_is_its_words_and_its_results() throws Unusable {
        var results = List.<SaidMessage.@Nullable ToolResult>of(
                new SaidMessage.ToolResult("c1", Json.mapper().readTree("{\"ok\":true}")));
        assertThat(ToldConversation.words(new SaidMessage("user", "Use green", null, results), MOST))
                .isEqualTo("Use green\n\nThe result of the tool call \"c1\": {\"ok\":true}");
        assertThatExceptionOfType(Unusable.class)
                .isThrownBy(() -> ToldConversation.words(new SaidMessage("user", " ", null, null), MOST))
                .satisfies(unusable -> assertThat(unusable.why()).isEqualTo("message.content is required"));
    }

    @Test
    void a_message_for_a_run_has_as_many_characters_as_any_other_with_its_results() throws Unusable {
        var emoji = new SaidMessage("user", "😀".repeat(MOST), null, null);
        assertThat(ToldConversation.words(emoji, MOST)).isEqualTo(emoji.content());

        var results = List.<SaidMessage.@Nullable ToolResult>of(
                new SaidMessage.ToolResult("c1", Json.mapper().readTree("\"%s\"".formatted("x".repeat(MOST)))));
        for (var message : List.of(
                new SaidMessage("user", "😀".repeat(MOST + 1), null, null),
                new SaidMessage("user", "Use green", null, results))) {
            assertThatExceptionOfType(Unusable.class)
                    .isThrownBy(() -> ToldConversation.words(message, MOST))
                    .satisfies(unusable -> assertThat(unusable.why())
                            .isEqualTo(
                                    "message is too long: at most %d characters (max_message_chars)".formatted(MOST)));
        }
    }

    private static ToldConversation told(String messages) throws Unusable {
        return ToldConversation.of(Arrays.asList(Json.mapper().readValue(messages, SaidMessage[].class)));
    }
}
