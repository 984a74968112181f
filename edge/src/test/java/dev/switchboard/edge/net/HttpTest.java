package dev.switchboard.edge.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class HttpTest extends ServerTest {

    private static Response echo(Request request) {
        return text("%s %s %s %s"
                .formatted(request.method(), request.segments(), request.query(), new String(request.body(), UTF_8)));
    }

    @Test
    void aRequestIsAnsweredOnAVirtualThread() throws Exception {
        var thread = new CompletableFuture<Thread>();
        var server = serve(request -> {
            thread.complete(Thread.currentThread());
            return echo(request);
        });

        var answer = http().send(
                        HttpRequest.newBuilder(uri(server, "/a/b?x=1"))
                                .POST(BodyPublishers.ofString("hi"))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("POST [a, b] {x=1} hi");
        assertThat(thread.join().isVirtual()).isTrue();
    }

    @Test
    void headersAreFoundWhateverTheirCaseAndKeepTheirOrder() throws Exception {
        var server = serve(request -> text(
                request.headers().all("x-many") + " " + request.header("X-ONE").orElse("")));

        var answer = connect(server)
                .send("GET / HTTP/1.1", "Host: a", "X-Many: 1", "x-one: one", "x-many: 2")
                .answer();

        assertThat(answer.text()).isEqualTo("[1, 2] one");
    }

    @Test
    void theConnectionIsKeptForTheNextRequest() throws Exception {
        var client = connect(serve(HttpTest::echo));

        for (int i = 0; i < 3; i++) {
            assertThat(client.send("GET /" + i + " HTTP/1.1", "Host: a")
                            .answer()
                            .text())
                    .startsWith("GET [" + i + "]");
        }
    }

    @Test
    void theConnectionIsClosedWhenTheClientWantsThat() throws Exception {
        var server = serve(HttpTest::echo);

        var asked = connect(server).send("GET / HTTP/1.1", "Host: a", "Connection: close");
        assertThat(asked.answer().header("connection")).isEqualTo("close");
        assertThat(asked.ended()).isTrue();
        var old = connect(server).send("GET / HTTP/1.0");
        assertThat(old.answer().status()).isEqualTo(200);
        assertThat(old.ended()).isTrue();
    }

    @Test
    void pipelinedRequestsAreHandledOneAtATimeAndAnsweredInOrder() throws Exception {
        var atOnce = new AtomicInteger();
        var server = serve(request -> {
            assertThat(atOnce.incrementAndGet()).isEqualTo(1);
            Thread.yield();
            atOnce.decrementAndGet();
            return echo(request);
        });
        var many = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            many.append("POST /%d HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".formatted(i));
        }
        var client = connect(server);

        Thread.ofVirtual().start(() -> {
            try {
                client.send(many.toString().getBytes(UTF_8));
            } catch (IOException _) {
                // the assertions below will say so
            }
        });

        for (int i = 0; i < 500; i++) {
            assertThat(client.answer().text()).isEqualTo("POST [" + i + "] {} abc");
        }
    }

    @Test
    void aChunkedBodyIsPutTogether() throws Exception {
        var client = connect(serve(HttpTest::echo));

        client.send("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chunked");
        client.send("3\r\nabc\r\n".getBytes(UTF_8)).send("2\r\nde\r\n0\r\n\r\n".getBytes(UTF_8));

        assertThat(client.answer().text()).endsWith("abcde");
    }

    @Test
    void aClientThatExpectsItIsToldToContinue() throws Exception {
        var client = connect(serve(HttpTest::echo));

        client.send("POST / HTTP/1.1", "Host: a", "Content-Length: 2", "Expect: 100-continue");
        assertThat(client.answer().status()).isEqualTo(100);
        client.send("ok".getBytes(UTF_8));

        assertThat(client.answer().text()).endsWith("ok");
    }

    @Test
    void headHasTheHeadersOfGetAndNoBody() throws Exception {
        var client = connect(serve(HttpTest::echo));

        var head = client.send("HEAD /a HTTP/1.1", "Host: a").answer(false);
        var get = client.send("GET /a HTTP/1.1", "Host: a").answer();

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("content-length")).isEqualTo("" + "HEAD [a] {} ".length());
        assertThat(get.text()).isEqualTo("GET [a] {} ");
    }

    @Test
    void headOfAStreamDoesNotRunTheStreamAndTellsItThatItIsOver() throws Exception {
        var over = new CountDownLatch(1);
        var stream = new Response.BodyWriter() {
            @Override
            public void write(Response.BodySink sink) {
                throw new AssertionError("nobody reads this");
            }

            @Override
            public void over() {
                over.countDown();
            }
        };
        var client = connect(serve(request ->
                request.method().equals("HEAD") ? new Response.Streamed(200, Headers.NONE, stream) : echo(request)));

        assertThat(client.send("HEAD / HTTP/1.1", "Host: a").answer(false).status())
                .isEqualTo(200);
        assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(client.send("GET /a HTTP/1.1", "Host: a").answer().text()).isEqualTo("GET [a] {} ");
    }

    @Test
    void aFailingHandlerIsAnsweredInWordsAndWithoutItsReason() throws Exception {
        var client = connect(serve(request -> {
            if (request.path().equals("/bad")) {
                throw new IllegalStateException("secret detail");
            }
            return echo(request);
        }));

        var answer = client.send("GET /bad HTTP/1.1", "Host: a").answer();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(answer.text()).contains("\"code\":\"internal\"").doesNotContain("secret", "Exception");
        assertThat(client.send("GET / HTTP/1.1", "Host: a").answer().status()).isEqualTo(200);
    }

    @Test
    void longTextIsCompressedForThoseWhoTakeIt() throws Exception {
        var body = "switchboard ".repeat(1_000);
        var client = connect(serve(_ -> text(body)));

        var gzip = client.send("GET / HTTP/1.1", "Host: a", "Accept-Encoding: br, gzip;q=0.5")
                .answer();
        var plain = client.send("GET / HTTP/1.1", "Host: a", "Accept-Encoding: gzip;q=0, br")
                .answer();

        assertThat(gzip.header("content-encoding")).isEqualTo("gzip");
        assertThat(gzip.header("vary")).isEqualTo("Accept-Encoding");
        assertThat(gzip.body().length).isLessThan(1_000);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip.body())).readAllBytes())
                .isEqualTo(body.getBytes(UTF_8));
        assertThat(plain.header("content-encoding")).isEmpty();
        assertThat(plain.header("vary")).isEqualTo("Accept-Encoding");
        assertThat(plain.text()).isEqualTo(body);
    }

    @Test
    void shortOrBinaryOrEncodedAnswersAreLeftAlone() throws Exception {
        var big = new byte[5_000];
        var client = connect(serve(request -> switch (request.path()) {
            case "/short" -> text("short");
            case "/image" -> new Response.Full(200, Headers.of("Content-Type", "image/png"), big);
            default ->
                new Response.Full(200, Headers.of("Content-Type", "text/css").with("Content-Encoding", "br"), big);
        }));

        for (var path : new String[] {"/short", "/image", "/encoded"}) {
            var answer = client.send("GET " + path + " HTTP/1.1", "Host: a", "Accept-Encoding: gzip")
                    .answer();
            assertThat(answer.header("content-encoding")).isNotEqualTo("gzip");
        }
    }

    @Test
    void aLongBodyArrivesWhole() throws Exception {
        var body = new byte[5_000_000];
        new java.util.Random(1).nextBytes(body);
        var client = connect(serve(_ -> new Response.Full(200, Headers.NONE, body)));

        assertThat(client.send("GET / HTTP/1.1", "Host: a").answer().body()).isEqualTo(body);
        assertThat(client.send("GET / HTTP/1.1", "Host: a").answer().body()).isEqualTo(body);
    }

    @Test
    void aStreamIsReadWhileItIsWritten() throws Exception {
        var seen = new CompletableFuture<String>();
        var server = serve(_ -> new Response.Streamed(200, Headers.of("Content-Type", "text/event-stream"), sink -> {
            sink.write("one\n".getBytes(UTF_8));
            seen.orTimeout(60, TimeUnit.SECONDS).join();
            sink.write("two\n".getBytes(UTF_8));
        }));

        var answer = http().send(HttpRequest.newBuilder(uri(server, "/")).build(), BodyHandlers.ofInputStream());

        try (var lines = new java.io.BufferedReader(new java.io.InputStreamReader(answer.body(), UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("one");
            seen.complete("one");
            assertThat(lines.readLine()).isEqualTo("two");
            assertThat(lines.readLine()).isNull();
        }
    }

    @Test
    void aStreamWaitsForASlowReader() throws Exception {
        var written = new AtomicLong();
        var server = serve(_ -> new Response.Streamed(200, Headers.NONE, sink -> {
            for (int i = 0; i < 50; i++) {
                sink.write(new byte[1024 * 1024]);
                written.addAndGet(1024 * 1024);
            }
        }));
        var client = closing(RawClient.to(server, 16 * 1024));

        client.send("GET / HTTP/1.1", "Host: a");

        await().until(() -> written.get() == heldSince(written, Duration.ofMillis(500)));
        assertThat(written.get()).isLessThan(5 * 1024 * 1024);
        assertThat(client.answer().body()).hasSize(50 * 1024 * 1024);
    }

    private static long heldSince(AtomicLong value, Duration time) {
        long before = value.get();
        await().pollDelay(time).until(() -> true);
        return value.get() == before ? before : -1;
    }

    @Test
    void aStreamNoticesThatTheClientLeft() throws Exception {
        var begun = new CountDownLatch(1);
        var left = new CompletableFuture<Boolean>();
        var failure = new CompletableFuture<IOException>();
        var server = serve(_ -> new Response.Streamed(200, Headers.NONE, sink -> {
            sink.write(new byte[1]);
            begun.countDown();
            left.complete(sink.closedWithin(Duration.ofSeconds(60)));
            try {
                sink.write(new byte[1]);
            } catch (IOException e) {
                failure.complete(e);
                throw e;
            }
        }));
        var client = connect(server);

        client.send("GET / HTTP/1.1", "Host: a");
        client.socket().getInputStream().read();
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        client.close();

        assertThat(left.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(failure.get(60, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aStreamThatFailsIsCutAndNotMistakenForComplete() throws Exception {
        var server = serve(_ -> new Response.Streamed(200, Headers.NONE, sink -> {
            sink.write("half".getBytes(UTF_8));
            throw new IllegalStateException("on purpose");
        }));

        var client = connect(server).send("GET / HTTP/1.1", "Host: a");

        org.assertj.core.api.Assertions.assertThatThrownBy(client::answer).isInstanceOf(IOException.class);
    }

    @Test
    void aStreamWhoseLengthIsKnownSaysItAndTheConnectionGoesOn() throws Exception {
        var client = connect(serve(_ -> new Response.Streamed(200, Headers.of("Content-Length", "7"), sink -> {
            sink.write("one".getBytes(UTF_8));
            sink.write("two\n".getBytes(UTF_8));
        })));

        for (int i = 0; i < 2; i++) {
            var answer = client.send("GET / HTTP/1.1", "Host: a").answer();
            assertThat(answer.header("Content-Length")).isEqualTo("7");
            assertThat(answer.header("Transfer-Encoding")).isEmpty();
            assertThat(answer.body()).asString(UTF_8).isEqualTo("onetwo\n");
        }
    }

    @Test
    void aStreamThatIsShorterThanItSaidIsCut() throws Exception {
        var server = serve(_ -> new Response.Streamed(200, Headers.of("Content-Length", "7"), sink -> {
            sink.write("one".getBytes(UTF_8));
            throw new IOException("the file has become shorter");
        }));

        var client = connect(server).send("GET / HTTP/1.1", "Host: a");

        assertThat(client.answer().body()).asString(UTF_8).isEqualTo("one");
        assertThat(client.ended()).isTrue();
    }

    @Test
    void anUnchangedAnswerHasNoBody() throws Exception {
        var client = connect(serve(request -> request.path().equals("/same")
                ? new Response.Full(304, Headers.of("ETag", "\"1\""), new byte[0])
                : new Response.Full(204, Headers.NONE, new byte[0])));

        var same = client.send("GET /same HTTP/1.1", "Host: a").answer();
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.headers()).doesNotContainKey("content-length");
        assertThat(client.send("GET / HTTP/1.1", "Host: a").answer().status()).isEqualTo(204);
        assertThat(client.send("GET / HTTP/1.1", "Host: a").answer().status()).isEqualTo(204);
    }
}
