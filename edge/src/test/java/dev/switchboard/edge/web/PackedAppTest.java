package dev.switchboard.edge.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.edge.api.TestGateway;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The app as the build packs it: one page for all its views, and files that are kept for ever. */
class PackedAppTest {
    private final TestGateway gateway = new TestGateway(Pages.of("/packed/"));

    @ParameterizedTest
    @ValueSource(strings = {"/", "/session/chat-1", "/session/chat-1/", "/session/terminal-dev%3Alocal%3Adevice-001"})
    void every_view_is_the_index_and_is_asked_for_again(String view) {
        var answer = gateway.ask(TestRequest.get(view));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(TestGateway.text(answer)).contains("Packed");
        assertThat(TestGateway.header(answer, "Content-Type")).startsWith("text/html");
        assertThat(TestGateway.header(answer, "Cache-Control")).isEqualTo("no-cache");
    }

    @Test
    void a_file_whose_name_tells_its_content_is_kept_for_ever() {
        var answer = ask("identity");

        assertThat(TestGateway.header(answer, "Cache-Control")).contains("immutable", "max-age=31536000");
        assertThat(TestGateway.header(answer, "Content-Type")).startsWith("text/javascript");
        assertThat(TestGateway.header(answer, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(answer.headers().first("Content-Encoding")).isEmpty();
        assertThat(TestGateway.text(answer)).startsWith("document.title");
    }

    @Test
    void it_is_sent_as_it_was_compressed_by_the_build_to_who_takes_that() throws IOException {
        assertThat(TestGateway.header(ask("gzip, deflate, br"), "Content-Encoding"))
                .isEqualTo("br");
        assertThat(TestGateway.text(ask("gzip, deflate, br"))).isEqualTo("stands for brotli");
        var zipped = ask("gzip, br;q=0");
        assertThat(TestGateway.header(zipped, "Content-Encoding")).isEqualTo("gzip");
        try (var text = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
            assertThat(text.readAllBytes()).asString().isEqualTo(TestGateway.text(ask("identity")));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/index.html",
                "/files.txt",
                "/assets/app-Bx7.js.br",
                "/assets/",
                "/assets/app-Bx8.js",
                "/session",
                "/session/",
                "/session//",
                "/session/a/b",
                "/app.js"
            })
    void nothing_else_is_there(String path) {
        assertThat(gateway.ask(TestRequest.get(path)).status()).isEqualTo(404);
    }

    private Response.Full ask(String codings) {
        return gateway.ask(TestRequest.get("/assets/app-Bx7.js").header("Accept-Encoding", codings));
    }
}
