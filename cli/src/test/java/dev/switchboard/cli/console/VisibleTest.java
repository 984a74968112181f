package dev.switchboard.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTest {
    @ParameterizedTest
    @ValueSource(strings = {"npm test", "ls -la \"a b\" | grep 'ü' > x", "日本語 🙂 é", "a\\nb", "$(x) `y` \\"})
    void whatIsSeenAnywayStaysAsItIs(String text) {
        assertThat(Visible.line(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0A,\\n",
        "09,\\t",
        "0D,\\r",
        "1B,<U+001B>",
        "07,<U+0007>",
        "08,<U+0008>",
        "7F,<U+007F>",
        "9B,<U+009B>",
        "85,<U+0085>",
        "A0,<U+00A0>",
        "AD,<U+00AD>",
        "34F,<U+034F>",
        "61C,<U+061C>",
        "200B,<U+200B>",
        "200F,<U+200F>",
        "2028,<U+2028>",
        "2029,<U+2029>",
        "202E,<U+202E>",
        "2066,<U+2066>",
        "3000,<U+3000>",
        "3164,<U+3164>",
        "FE0F,<U+FE0F>",
        "FEFF,<U+FEFF>",
        "D800,<U+D800>",
        "E000,<U+E000>",
        "E0041,<U+E0041>"
    })
    void whatWouldActOrHideIsWrittenOut(String code, String shown) {
        var character = Character.toString(Integer.parseInt(code, 16));
        assertThat(Visible.line("a" + character + "b")).isEqualTo("a" + shown + "b");
    }

    @Test
    void linesBreakOnlyWhereABreakIsShown() {
        assertThat(Visible.lines("ls\nrm -rf x\n")).containsExactly("ls\\n", "rm -rf x\\n");
        assertThat(Visible.lines("ls\rrm\u2028x")).containsExactly("ls\\rrm<U+2028>x");
        assertThat(Visible.lines("")).containsExactly("");
    }

    @Test
    void nothingThatATerminalActsOnEverComesThrough() {
        Cases.check(1_000, draw -> assertThat(Visible.line(draw.anyText(200)).codePoints())
                .noneMatch(character -> Character.isISOControl(character)
                        || Character.getType(character) == Character.FORMAT
                        || Character.getType(character) == Character.LINE_SEPARATOR
                        || Character.getType(character) == Character.PARAGRAPH_SEPARATOR));
    }
}
