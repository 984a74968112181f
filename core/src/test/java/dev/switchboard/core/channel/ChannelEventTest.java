package dev.switchboard.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import org.junit.jupiter.api.Test;

class ChannelEventTest {
    @Test
    void aShortTextIsItsOwnPreviewOnOneLine() {
        assertThat(ChannelEvent.preview(" hello\n  world ")).isEqualTo("hello world");
    }

    @Test
    void aLongTextIsCutAndSaysSo() {
        assertThat(ChannelEvent.preview("x".repeat(200))).isEqualTo("x".repeat(79) + "…");
    }

    @Test
    void marksThatReverseTheReadingDirectionAreShownAndNotObeyed() {
        assertThat(ChannelEvent.preview("run \u202etset\u2069 \u061c")).isEqualTo("run <U+202E>tset<U+2069> <U+061C>");
        assertThat(ChannelEvent.preview("\u202e".repeat(80)))
                .hasSize(80)
                .endsWith("…")
                .doesNotContain("\u202e");
    }

    @Test
    void whatWouldCommandATerminalIsShownAndNotObeyed() {
        assertThat(ChannelEvent.preview("a\u001b[2Jb\u0000\u009b\u007f\tc"))
                .isEqualTo("a<U+001B>[2Jb<U+0000><U+009B><U+007F> c");
    }

    @Test
    void aPreviewNeverHasMoreThanEightyCharactersAndNeverHalfOfOne() {
        Cases.check(1_000, draw -> {
            var preview = ChannelEvent.preview(MessageRules.wellFormed(draw.anyText(200)));
            assertThat(preview.codePointCount(0, preview.length())).isLessThanOrEqualTo(80);
            assertThat(MessageRules.wellFormed(preview)).isEqualTo(preview);
        });
    }
}
