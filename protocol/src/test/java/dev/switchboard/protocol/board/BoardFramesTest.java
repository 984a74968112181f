package dev.switchboard.protocol.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.protocol.board.BoardFrames.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoardFramesTest {

    @Test
    void an_absent_payload_is_an_empty_one() {
        assertThat(BoardFrames.read("{\"type\":\"task:list\",\"id\":\"1\"}"))
                .isInstanceOfSatisfying(
                        Read.Message.class,
                        read -> assertThat(read.envelope().payload()).isEqualTo(new FromBoard.ListTasks()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nonsense                                                                  | the message is not valid"
                        + " JSON",
                "[]                                                                        | the message must be a"
                        + " JSON object",
                "{\"type\":\"ping\"}                                                       | id is required, as a text",
                "{\"type\":\"ping\",\"id\":7}                                              | id is required, as a text",
                "{\"type\":7,\"id\":\"1\"}                                                 | type must be a text",
                "{\"type\":\"ping\",\"id\":\"1\",\"payload\":[]}                           | payload must be an object",
                "{\"type\":\"task:stop\",\"id\":\"1\",\"payload\":{\"task_id\":7}}          | payload.task_id has the"
                        + " wrong type or is missing",
                "{\"type\":\"task:submit\",\"id\":\"1\",\"payload\":{\"messages\":[{\"content\":1}]}} |"
                        + " payload.messages[0].content has the wrong type or is missing",
            })
    void what_is_no_message_says_why(String text, String why) {
        assertThat(BoardFrames.read(text))
                .isInstanceOfSatisfying(Read.Malformed.class, malformed -> assertThat(malformed.why())
                        .isEqualTo(why));
    }

    @Test
    void a_type_of_tomorrow_is_told_apart_from_a_broken_message() {
        assertThat(BoardFrames.read("{\"type\":\"task:dream\",\"id\":\"1\"}"))
                .isEqualTo(new Read.Unknown<FromBoard>("task:dream", "1"));
    }

    @Test
    void what_was_typed_into_a_terminal_and_what_logs_in_is_not_in_a_log_line() {
        assertThat(new FromBoard.TerminalInput("t1", "hunter2").toString()).doesNotContain("hunter2");
        assertThat(new FromBoard.Auth("d", "sb_secret", "proof", null, "operator", null, null).toString())
                .doesNotContain("sb_secret")
                .doesNotContain("proof");
    }
}
