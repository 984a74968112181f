package dev.switchboard.providers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BoundedLinesTest {
    @Test
    void linesEndWithOrWithoutACarriageReturn() throws IOException {
        var lines = BoundedLines.strict(in("ä\r\n\nb\rc\nlast"), 100);
        assertThat(lines.next()).isEqualTo("ä");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("b\rc");
        assertThat(lines.next()).isEqualTo("last");
        assertThat(lines.next()).isNull();
    }

    @Test
    void aLineThatIsTooLongIsAnErrorOrCut() throws IOException {
        var strict = BoundedLines.strict(in("12345\n123456\n"), 5);
        assertThat(strict.next()).isEqualTo("12345");
        assertThatThrownBy(strict::next).isInstanceOf(IOException.class).hasMessageContaining("more than 5 bytes");

        var cutting = BoundedLines.cutting(in("123456\nnext\n"), 5);
        assertThat(cutting.next()).isEqualTo("12345");
        assertThat(cutting.next()).isEqualTo("next");
    }

    @Test
    void anEventMayHaveSeveralLines() throws IOException {
        var events = new EventStream(in(": hello\n\nid: 1\nevent: message\ndata: {\ndata:}\n\n\ndata: [1]"));
        assertThat(events.next()).isEqualTo("{\n}");
        assertThat(events.next()).isEqualTo("[1]");
        assertThat(events.next()).isNull();
    }

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
