package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class HttpTest extends ServerTest {

    @Test
    void aRequestIsAnswered() throws Exception {
        var server = serve(request -> text(request.method() + " " + request.segments() + " " + request.query() + " "
                + new String(request.body(), java.nio.charset.StandardCharsets.UTF_8)));

        var answer = http().send(
                        HttpRequest.newBuilder(uri(server, "/a/b?x=1"))
                                .POST(HttpRequest.BodyPublishers.ofString("hi"))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("POST [a, b] {x=1} hi");
    }
}
