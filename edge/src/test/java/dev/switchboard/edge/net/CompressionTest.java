package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.edge.auth.TestRequest;
import org.junit.jupiter.api.Test;

class CompressionTest {
    private static final Headers SCRIPT = Headers.of("Content-Type", "text/javascript");

    @Test
    void whatVariesByItsCodingSaysSoOnce() {
        var answer = answer(SCRIPT.with("Vary", "Accept-Encoding"), "identity");

        assertThat(answer.headers().all("Vary")).containsExactly("Accept-Encoding");
    }

    @Test
    void whatVariesByMoreSaysBoth() {
        var answer = answer(SCRIPT.with("Vary", "Accept"), "gzip");

        assertThat(answer.headers().all("Vary")).containsExactly("Accept", "Accept-Encoding");
        assertThat(answer.headers().first("Content-Encoding")).hasValue("gzip");
    }

    private static Response.Full answer(Headers headers, String codings) {
        var request =
                TestRequest.get("/app.js").header("Accept-Encoding", codings).build();
        return Compression.apply(request, new Response.Full(200, headers, new byte[4096]));
    }
}
