package dev.switchboard.protocol.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.protocol.terminal.FromTerminal.Malformed;
import dev.switchboard.protocol.terminal.FromTerminal.Message;
import dev.switchboard.protocol.terminal.FromTerminal.Unknown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalFramesTest {
    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "42", "\"connect\"", "true"})
    void whatIsNoObjectIsAnsweredInWords(String text) {
        assertThat(TerminalFrames.read(text)).isEqualTo(new Malformed("frame must be a JSON object", null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "{\"type\":\"ping\"", "{'type':'ping'}", "{\"type\":\"ping\"} x", "\u0000"})
    void brokenJsonIsAnsweredInWords(String text) {
        assertThat(TerminalFrames.read(text)).isInstanceOf(Malformed.class);
    }

    @Test
    void aNumberIsNotAText() {
        assertThat(TerminalFrames.read("{\"type\":\"message\",\"message_id\":\"m-1\",\"text\":42}"))
                .isEqualTo(new Malformed("text has the wrong type", "m-1"));
        assertThat(TerminalFrames.read("{\"type\":\"connect\",\"peer_id\":true}"))
                .isEqualTo(new Malformed("peer_id has the wrong type", null));
    }

    @Test
    void unknownFieldsAreIgnored() {
        assertThat(TerminalFrames.read(
                        "{\"type\":\"message\",\"message_id\":\"m-1\",\"text\":\"x\",\"mood\":{\"a\":[1]}}"))
                .isEqualTo(new Message("m-1", "x", null, null));
    }

    @Test
    void anUnknownTypeKeepsItsName() {
        assertThat(TerminalFrames.read("{\"type\":\"example\",\"x\":1}")).isEqualTo(new Unknown("example"));
        assertThat(TerminalFrames.read("{\"x\":1}")).isEqualTo(new Unknown(null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "4.2", "true", "{\"a\":1}", "[\"ping\"]", "[]"})
    void aTypeThatIsNoTextIsNoFrameWhateverItIs(String type) {
        assertThat(TerminalFrames.read("{\"type\":%s,\"message_id\":\"m-1\"}".formatted(type)))
                .isEqualTo(new Malformed("type must be a string", "m-1"));
    }

    @Test
    void nestingBeyondTheLimitIsRefusedInWords() {
        var deep = "{\"type\":\"ping\",\"x\":" + "[".repeat(100) + "]".repeat(100) + "}";
        assertThat(TerminalFrames.read(deep))
                .isEqualTo(new Malformed("frame is nested too deeply, at most 64 levels", null));
    }

    @Test
    void readingNeverThrows() {
        Cases.check(1_000, draw -> {
            var text = draw.coin() ? draw.anyText(200) : draw.text("{}[]\":,\\utype10e-. \n", 0, 40);
            assertThat(TerminalFrames.read(text)).isNotNull();
            assertThat(TerminalFrames.read("{\"type\":\"message\",\"text\":\"" + text + "\"}"))
                    .isNotNull();
        });
    }
}
