package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.cases.Draw;
import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void a_window_is_the_lines_asked_for() {
        Cases.check(1_000, draw -> {
            var text = text(draw);
            var lines = text.isEmpty() ? List.<String>of() : List.of(text.split("(?<=\n)"));
            int first = draw.between(1, Math.clamp(lines.size(), 1, 10));
            isTheLines(text, lines, first, draw.between(1, 10));
        });
    }

    private static void isTheLines(String text, List<String> lines, int first, int limit) throws Exception {
        var expected = lines.subList(first - 1, Math.min(lines.size(), first - 1 + limit));

        var window = read(text, first, limit);

        assertThat(window.text()).isEqualTo(String.join("", expected));
        assertThat(window.lines()).isEqualTo(expected.size());
        assertThat(window.more()).isEqualTo(lines.size() > first - 1 + limit);
    }

    @Test
    void windows_one_after_the_other_are_the_whole_text() {
        Cases.check(1_000, draw -> areTheWhole(text(draw), draw.between(1, 4)));
    }

    private static void areTheWhole(String text, int limit) throws Exception {
        var whole = new StringBuilder();
        long next = 1;
        Window window;
        do {
            window = read(text, next, limit);
            whole.append(window.text());
            next += window.lines();
        } while (window.more());

        assertThat(whole).hasToString(text);
        assertThat(next - 1).isEqualTo(Lines.in(text));
    }

    private static String text(Draw draw) {
        return String.join("", draw.listOf(0, 30, () -> draw.oneOf("a", "\n", "\r\n", "ü", "😀", " ")));
    }

    private static Window read(String text, long first, long limit) throws Exception {
        var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return Window.read("f", Channels.newChannel(bytes), first, limit);
    }
}
