package dev.switchboard.providers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.bound.Total;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BoundedLinesTest {
    @Test
    void linesEndWithOrWithoutACarriageReturn() throws IOException {
        var lines = BoundedLines.strict(in("ä\r\n\nb\rc\nlast"), 100, part(1));
        assertThat(lines.next()).isEqualTo("ä");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("b\rc");
        assertThat(lines.next()).isEqualTo("last");
        assertThat(lines.next()).isNull();
    }

    @Test
    void aLineThatIsTooLongIsAnErrorOrCut() throws IOException {
        var strict = BoundedLines.strict(in("12345\n123456\n"), 5, part(1));
        assertThat(strict.next()).isEqualTo("12345");
        assertThatThrownBy(strict::next).isInstanceOf(IOException.class).hasMessageContaining("more than 5 bytes");

        var cutting = BoundedLines.cutting(in("123456\nnext\n"), 5);
        assertThat(cutting.next()).isEqualTo("12345");
        assertThat(cutting.next()).isEqualTo("next");
    }

    @Test
    void anEventMayHaveSeveralLines() throws IOException {
        var events = new EventStream(in(": hello\n\nid: 1\nevent: message\ndata: {\ndata:}\n\n\ndata: [1]"), part(1));
        assertThat(events.next()).isEqualTo("{\n}");
        assertThat(events.next()).isEqualTo("[1]");
        assertThat(events.next()).isNull();
    }

    @Test
    void aLineThatOthersLeaveNoRoomForIsAnError() throws Exception {
        var long1 = "x".repeat(200_000);
        var total = new Total("tool output", 1024 * 1024);
        var lines = BoundedLines.strict(
                in(long1 + "\n" + long1 + "\n" + long1 + long1), 1_000_000, total.part("a", () -> {}));
        assertThat(lines.next()).isEqualTo(long1);
        assertThat(lines.next()).isEqualTo(long1);
        assertThatThrownBy(lines::next).isInstanceOf(IOException.class).hasMessageContaining("did not fit");
    }

    private static Total.Part part(int mebibytes) {
        return new Total("tool output", mebibytes * 1024L * 1024).part("a", () -> {});
    }

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
