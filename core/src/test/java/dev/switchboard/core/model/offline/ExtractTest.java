package dev.switchboard.core.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExtractTest {
    @Test
    void keepsWhatThePersonSaidTheNewestLast() {
        List<ModelMessage> messages = List.of(
                new ModelMessage.User("buy\n  milk"),
                ModelMessage.Assistant.text("noted"),
                new ModelMessage.ToolResult("call_1", "exec", "{}"),
                new ModelMessage.User("call mum"));

        assertThat(Extract.summary(messages)).isEqualTo("The person said, oldest first:\n- buy milk\n- call mum");
    }

    @Test
    void isEmptyWhenNobodySaidAnything() {
        assertThat(Extract.summary(List.of(ModelMessage.Assistant.text("hello"))))
                .isEmpty();
    }

    @Test
    void dropsTheOldestWhenThereIsTooMuch() {
        var messages = new ArrayList<ModelMessage>();
        for (int i = 0; i < 500; i++) {
            messages.add(new ModelMessage.User("message %d %s".formatted(i, "x".repeat(i))));
        }

        String summary = Extract.summary(messages);

        assertThat(summary)
                .hasSizeLessThanOrEqualTo(2_000)
                .hasSizeGreaterThan(1_700)
                .startsWith("The person said, oldest first:\n- …\n- message 4")
                .contains("\n- message 499 xxx")
                .doesNotContain("message 1 ");
    }

    @Test
    void aLineIsShortenedToTwoHundredCharactersWithoutBreakingOne() {
        assertThat(Extract.line("😀".repeat(200))).isEqualTo("😀".repeat(200));
        assertThat(Extract.line("😀".repeat(201))).isEqualTo("😀".repeat(199) + "…");
        assertThat(Extract.line("  a \t\n b  ")).isEqualTo("a b");
        assertThat(Extract.line(" ".repeat(20_000))).isEmpty();
    }
}
