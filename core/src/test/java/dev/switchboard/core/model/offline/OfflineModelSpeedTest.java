package dev.switchboard.core.model.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Whatever is pasted, the answer comes at once: twenty thousand characters, each chosen to be read again and again. */
class OfflineModelSpeedTest {
    private static final int LENGTH = 20_000;

    static final List<String> HOSTILE = List.of(
            " ",
            "\n",
            "\n ",
            "a \n",
            "a. ",
            "! ",
            ".",
            "`",
            "\"",
            "'",
            "` \"",
            "run ",
            "run `",
            "run \"",
            " in ",
            "in it ",
            "then ",
            ", then",
            "and then ",
            "please ",
            "please, ",
            "what ",
            "what did i ",
            "what  ",
            "write a: ",
            "write ",
            "read x. ",
            "run x\n",
            "create a terminal in ",
            "list files in ",
            "https://",
            "```",
            "thank you ",
            "é",
            "😀 ");

    @ParameterizedTest
    @FieldSource("HOSTILE")
    void hostileTextIsAnsweredInTime(String piece) {
        String body = piece.repeat(LENGTH / piece.length());
        for (String start :
                List.of("", "x", "run ", "run `", "read ", "write ", "what did i ", "create a terminal in ")) {
            String answer = assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> Talk.ordinary().say(start + body + "x").note());

            assertThat(answer).hasSizeLessThan(2_000);
        }
    }

    @Test
    void anOrdinarySentenceIsCheap() {
        for (int i = 0; i < 20_000; i++) {
            Talk.ordinary().say("hello");
        }
        // Of this thread alone: how long it takes is also a matter of what else the machine does.
        var processor = ManagementFactory.getThreadMXBean();
        long start = processor.getCurrentThreadCpuTime();
        for (int i = 0; i < 20_000; i++) {
            Talk.ordinary().say("hello");
        }
        long each = (processor.getCurrentThreadCpuTime() - start) / 20_000;

        // It is a few microseconds; the bound is for a slow machine.
        assertThat(each).as("nanoseconds an answer").isLessThan(100_000);
    }
}
