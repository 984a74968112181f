package dev.switchboard.edge.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpRefusalsTest extends ServerTest {
    private NetServer server;

    @BeforeEach
    void start() {
        server = serve(request -> text("ok " + request.body().length));
    }

    /** In words, as JSON, and the connection ends: what follows on it cannot be trusted. */
    private void isRefused(RawClient client, int status, String code) throws Exception {
        var answer = client.answer();
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(answer.header("content-security-policy")).startsWith("default-src 'none'");
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.text()).startsWith("{\"error\":{\"code\":\"" + code + "\",\"message\":\"");
        assertThat(client.ended()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0\1\2\3\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nBad Header: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            })
    void whatIsNoRequestIsRefused(String bytes) throws Exception {
        isRefused(connect(server).send(bytes.getBytes(UTF_8)), 400, "bad_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 3\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 3",
                "Content-Length: 3\r\nContent-Length: 4",
                "Content-Length: 3, 4",
                "Transfer-Encoding : chunked",
                "Content-Length: +3",
            })
    void whatTwoServersMightReadDifferentlyIsRefused(String headers) throws Exception {
        isRefused(
                connect(server)
                        .send(("POST / HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n\r\n0\r\n\r\n").getBytes(UTF_8)),
                400,
                "bad_request");
    }

    /** Takes long bodies only of those who say please, and would fail if it were handed another. */
    private static final RequestHandler POLITE = new RequestHandler() {
        @Override
        public Response handle(Request request) {
            return text(request.body().length + " bytes");
        }

        @Override
        public Optional<Response.Full> refuseBody(Request head) {
            return head.header("X-Please").isPresent()
                    ? Optional.empty()
                    : Optional.of(new Response.Full(401, Headers.NONE, new byte[0]));
        }
    };

    @Test
    void aLongBodyIsNotWaitedForUnlessTheHeadIsWelcome() throws Exception {
        var server = serve(POLITE);
        var refused = connect(server).send("POST / HTTP/1.1", "Host: a", "Content-Length: 65537");
        assertThat(refused.answer().status()).isEqualTo(401);
        assertThat(refused.ended()).isTrue();

        var eager = connect(server).send("POST / HTTP/1.1", "Host: a", "Content-Length: 65537", "Expect: 100-continue");
        assertThat(eager.answer().status()).as("and not 100").isEqualTo(401);

        var welcome = connect(server).send("POST / HTTP/1.1", "Host: a", "X-Please: 1", "Content-Length: 1000000");
        assertThat(welcome.send(new byte[1_000_000]).answer().text()).isEqualTo("1000000 bytes");
        welcome.send("POST / HTTP/1.1", "Host: a", "Content-Length: 65536");
        assertThat(welcome.send(new byte[65_536]).answer().text()).isEqualTo("65536 bytes");
        assertThat(welcome.send("POST / HTTP/1.1", "Host: a", "Content-Length: 65537")
                        .answer()
                        .status())
                .as("each request is asked anew")
                .isEqualTo(401);
    }

    @Test
    void aBodyInChunksIsReadOfAnyoneOnlyUpToTheSameLength() throws Exception {
        var server = serve(POLITE);
        var chunk = "8000\r\n%s\r\n".formatted("x".repeat(0x8000)).getBytes(UTF_8);
        var end = "0\r\n\r\n".getBytes(UTF_8);

        var refused = connect(server).send("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chunked");
        assertThat(refused.send(chunk).send(chunk).send(chunk).answer().status())
                .isEqualTo(401);

        var welcome = connect(server).send("POST / HTTP/1.1", "Host: a", "X-Please: 1", "Transfer-Encoding: chunked");
        for (int i = 0; i < 20; i++) {
            welcome.send(chunk);
        }
        assertThat(welcome.send(end).answer().text()).isEqualTo(20 * 0x8000 + " bytes");

        var enough = connect(server).send("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chunked");
        assertThat(enough.send(chunk).send(chunk).send(end).answer().text()).isEqualTo("65536 bytes");
    }

    @Test
    void brokenPercentEncodingIsRefusedButTheConnectionStays() throws Exception {
        var client = connect(server);

        assertThat(client.send("GET /%zz HTTP/1.1", "Host: a").answer().status())
                .isEqualTo(400);
        assertThat(client.send("GET / HTTP/1.1", "Host: a").answer().status()).isEqualTo(200);
    }

    @Test
    void anAddressMayHaveEightKibibytes() throws Exception {
        var longest = "/" + "a".repeat(8 * 1024 - 1);

        assertThat(connect(server)
                        .send("GET " + longest + " HTTP/1.1", "Host: a")
                        .answer()
                        .status())
                .isEqualTo(200);
        isRefused(connect(server).send("GET " + longest + "a HTTP/1.1", "Host: a"), 414, "uri_too_long");
        isRefused(connect(server).send("GET /" + "a".repeat(50_000)), 414, "uri_too_long");
    }

    @Test
    void headersMayHaveSixteenKibibytes() throws Exception {
        assertThat(connect(server)
                        .send("GET / HTTP/1.1", "Host: a", "X: " + "x".repeat(16_000))
                        .answer()
                        .status())
                .isEqualTo(200);
        isRefused(
                connect(server).send("GET / HTTP/1.1", "Host: a", "X: " + "x".repeat(17_000)),
                431,
                "headers_too_large");
        isRefused(
                connect(server).send(("GET / HTTP/1.1\r\nHost: a\r\n" + "a: b\r\n".repeat(6_000)).getBytes(UTF_8)),
                431,
                "headers_too_large");
    }

    @Test
    void aBodyMayBeAsLongAsConfigured() throws Exception {
        var small = serve(NetSettings.of("127.0.0.1", 0).withMaxBody(10), request -> text("ok"));

        assertThat(connect(small)
                        .send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789".getBytes(UTF_8))
                        .answer()
                        .status())
                .isEqualTo(200);
        isRefused(connect(small).send("POST / HTTP/1.1", "Host: a", "Content-Length: 11"), 413, "body_too_large");
        isRefused(
                connect(small)
                        .send(
                                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n01234567\r\n8\r\n01234567\r\n"
                                        .getBytes(UTF_8)),
                413,
                "body_too_large");
    }

    @Test
    void aClientThatSendsTooMuchStillReadsTheAnswer() throws Exception {
        var answer = http().send(
                        HttpRequest.newBuilder(uri(server, "/"))
                                .POST(BodyPublishers.ofByteArray(new byte[3_000_000]))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(413);
    }

    @Test
    void anEarlyRefusalSparesTheClientItsBody() throws Exception {
        isRefused(
                connect(server).send("POST / HTTP/1.1", "Host: a", "Content-Length: 99999999", "Expect: 100-continue"),
                413,
                "body_too_large");
        isRefused(
                connect(server).send("POST / HTTP/1.1", "Host: a", "Content-Length: 1", "Expect: tea"),
                417,
                "unknown_expectation");
    }

    @Test
    void compressedBodiesAreNotTaken() throws Exception {
        isRefused(
                connect(server).send("POST / HTTP/1.1", "Host: a", "Content-Length: 5", "Content-Encoding: gzip"),
                415,
                "unsupported_encoding");
        assertThat(connect(server)
                        .send("POST / HTTP/1.1", "Host: a", "Content-Length: 0", "Content-Encoding: identity")
                        .answer()
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip, chunked", "chunked, gzip", "gzip", "chunked, chunked", "identity", "x"})
    void aTransferCodingBesideChunkedIsNotKnown(String codings) throws Exception {
        isRefused(
                connect(server).send("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: " + codings),
                501,
                "unknown_coding");
    }

    @Test
    void aTransferCodingInTwoLinesIsNotKnown() throws Exception {
        isRefused(
                connect(server)
                        .send("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: gzip", "Transfer-Encoding: chunked"),
                501,
                "unknown_coding");
    }

    @Test
    void otherVersionsAreRefused() throws Exception {
        isRefused(connect(server).send("GET / HTTP/1.2", "Host: a"), 505, "unknown_version");
    }

    @Test
    void aRequestThatDoesNotEndIsCut() throws Exception {
        var hurried = serve(
                NetSettings.of("127.0.0.1", 0).withPatience(Duration.ofMillis(300), Duration.ofSeconds(60)),
                _ -> text("ok"));

        assertThat(connect(hurried).ended()).isTrue();
        assertThat(connect(hurried).send("GET / HTTP/1.1\r\nHo".getBytes(UTF_8)).ended())
                .isTrue();
        var again = connect(hurried).send("GET / HTTP/1.1", "Host: a");
        assertThat(again.answer().status()).isEqualTo(200);
        assertThat(again.send("G".getBytes(UTF_8)).ended()).isTrue();
        await().until(() -> hurried.stats().openConnections() == 0);
    }

    @Test
    void aConnectionThatIsNotUsedIsClosed() throws Exception {
        var hurried = serve(
                NetSettings.of("127.0.0.1", 0).withPatience(Duration.ofSeconds(60), Duration.ofMillis(300)),
                _ -> text("ok"));
        var client = connect(hurried).send("GET / HTTP/1.1", "Host: a");

        assertThat(client.answer().status()).isEqualTo(200);
        assertThat(client.ended()).isTrue();
    }

    @Test
    void oneClientHasOneAddress() throws Exception {
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 10, 1, 2, 3};
        var asIpv6 = java.net.Inet6Address.getByAddress(null, mapped, -1);

        assertThat(Accepted.canonical(asIpv6)).isEqualTo(InetAddress.getByName("10.1.2.3"));
    }
}
