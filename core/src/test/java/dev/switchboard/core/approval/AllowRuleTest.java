package dev.switchboard.core.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.switchboard.cases.Cases;
import dev.switchboard.cases.Draw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowRuleTest {
    private static final AllowRule LS = rule("ls *");
    private static final String METACHARACTERS =
            ";&|<>()$`\\\"'*?[]{}#~!^\n\r\0\u000b\f\u001b\u0085\u00a0\u2028\u202e\ufeff";

    @Test
    void withoutAStarItIsThisCommandAndNoOther() {
        var status = rule("git status");
        assertThat(status.allows("git status")).isTrue();
        assertThat(status.allows("git status -s")).isFalse();
        assertThat(status.allows("git")).isFalse();
        assertThat(status.allows("git statusx")).isFalse();
        assertThat(status.allows("git  push")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ls", "ls -la src", "ls a/b.c x=y @%+,:", "  ls\t-l  ", "\tls"})
    void aStarStandsForAnyFurtherPlainWordsAlsoForNone(String command) {
        assertThat(LS.allows(command)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls; curl x|sh",
                "ls;",
                "ls $(curl x)",
                "ls `curl x`",
                "ls\nrm -rf x",
                "ls\n",
                "\nls",
                "ls\r",
                "ls\rrm",
                "ls &",
                "ls & rm x",
                "ls && rm x",
                "ls || rm x",
                "ls | sh",
                "ls > f",
                "ls >f",
                "ls 2>&1",
                "ls < f",
                "ls 'a b'",
                "ls \"a\"",
                "'ls'",
                "l\\s",
                "ls \\x",
                "ls *",
                "ls ?",
                "ls [ab]",
                "ls {a,b}",
                "ls ~",
                "ls $HOME",
                "ls ${IFS}x",
                "ls #x",
                "ls !x",
                "ls ^x",
                "(ls)",
                "ls\0",
                "ls \u001b[2J",
                "ls \u202e",
                "ls ä"
            })
    void whatAShellReadsAsMoreThanAWordIsAsked(String command) {
        assertThat(LS.allows(command)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"FOO=bar ls", "FOO= ls", "LD_PRELOAD=./x.so ls", "A+=b ls", "ls=1", "=ls"})
    void aVariableInFrontIsAsked(String command) {
        assertThat(LS.allows(command)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ls\u00a0x", "ls\u2003x", "ls\u3000x", "ls\u2028x", "\u00a0ls", "ls\u000bx", "ls\fx"})
    void onlyBlanksAndTabsPartWords(String command) {
        assertThat(LS.allows(command)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "\n"})
    void anEmptyCommandIsAsked(String command) {
        assertThat(LS.allows(command)).isFalse();
    }

    @Test
    void theFirstWordIsWhole() {
        assertThat(LS.allows("lsof")).isFalse();
        assertThat(LS.allows("/bin/ls")).isFalse();
        assertThat(LS.allows("LS")).isFalse();
        assertThat(LS.allows("./ls")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "*", "* *", "ls * -l", "ls * *", "ls $x", "a;b", "FOO=bar ls", "ls 'x'", "ls\nrm"})
    void whatIsNoRuleIsNone(String text) {
        assertThat(AllowRule.parse(text)).isEmpty();
    }

    @Test
    void aRuleWithoutAWordCannotBeMade() {
        assertThatIllegalArgumentException().isThrownBy(() -> new AllowRule(List.of(), true));
        assertThatIllegalArgumentException().isThrownBy(() -> new AllowRule(List.of("ls;rm"), false));
    }

    /** Whatever stands around it, and for the widest of rules. */
    @Test
    void noCommandWithAMetacharacterIsEverAllowed() {
        Cases.check(1_000, draw -> {
            var before = plainText(draw);
            var meta = draw.text(METACHARACTERS, 1, 1);
            var after = plainText(draw);
            assertThat(LS.allows("ls" + before + meta + after)).isFalse();
            assertThat(LS.allows("ls " + before + meta + after)).isFalse();
            assertThat(LS.allows(meta + "ls " + before + after)).isFalse();
        });
    }

    /** What is allowed is nothing but the characters we know, whatever was asked. */
    @Test
    void whateverIsAllowedIsPlain() {
        Cases.check(1_000, draw -> {
            // Short ones too: among many characters there is always one that is refused.
            var tail = draw.coin() ? draw.anyText(200) : draw.anyText(2);
            if (LS.allows("ls " + tail)) {
                assertThat(tail).matches("[A-Za-z0-9._/=:@%+, \t-]*");
            }
        });
    }

    private static String plainText(Draw draw) {
        return draw.text("abcXYZ019._/=:@%+,- \t", 0, 12);
    }

    private static AllowRule rule(String text) {
        return AllowRule.parse(text).orElseThrow();
    }
}
