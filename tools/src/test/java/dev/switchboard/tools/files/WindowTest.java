package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class WindowTest {
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "\n", "\r\n", "ü", "😀", " ")
                .list()
                .ofMaxSize(30)
                .map(parts -> String.join("", parts));
    }

    @Property
    void a_window_is_the_lines_asked_for(
            @ForAll("texts") String text,
            @ForAll @IntRange(min = 1, max = 10) int first,
            @ForAll @IntRange(min = 1, max = 10) int limit)
            throws Exception {
        var lines = text.isEmpty() ? List.<String>of() : List.of(text.split("(?<=\n)"));
        Assume.that(first == 1 || first <= lines.size());
        var expected = lines.subList(first - 1, Math.min(lines.size(), first - 1 + limit));

        var window = read(text, first, limit);

        assertThat(window.text()).isEqualTo(String.join("", expected));
        assertThat(window.lines()).isEqualTo(expected.size());
        assertThat(window.more()).isEqualTo(lines.size() > first - 1 + limit);
    }

    @Property
    void windows_one_after_the_other_are_the_whole_text(
            @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 4) int limit) throws Exception {
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

    private static Window read(String text, long first, long limit) throws Exception {
        var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return Window.read("f", Channels.newChannel(bytes), first, limit);
    }
}
