package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.WebSocket.Listener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WebSocketTest extends ServerTest {

    @Test
    void aLibraryClientIsEchoedAndSaysGoodbye() throws Exception {
        var listener = new RecordingListener.Echo();
        var server = sockets(listener);
        var heard = new CompletableFuture<String>();
        var client = http().newWebSocketBuilder()
                .buildAsync(uriOf(server), new Listener() {
                    @Override
                    public CompletionStage<?> onText(java.net.http.WebSocket socket, CharSequence text, boolean last) {
                        heard.complete(text.toString());
                        return Listener.super.onText(socket, text, last);
                    }
                })
                .get(60, TimeUnit.SECONDS);

        client.sendText("hello, grüß dich 🙂", true).get(60, TimeUnit.SECONDS);

        assertThat(heard.get(60, TimeUnit.SECONDS)).isEqualTo("hello, grüß dich 🙂");
        client.sendClose(4000, "bye").get(60, TimeUnit.SECONDS);
        assertThat(listener.closed()).isEqualTo("4000 bye");
    }

    @Test
    void aLibraryClientHearsOurCloseCode() throws Exception {
        var listener = new RecordingListener();
        var server = sockets(listener);
        var heard = new CompletableFuture<String>();
        http().newWebSocketBuilder()
                .buildAsync(uriOf(server), new Listener() {
                    @Override
                    public CompletionStage<?> onClose(java.net.http.WebSocket socket, int code, String reason) {
                        heard.complete(code + " " + reason);
                        return CompletableFuture.completedStage(null);
                    }
                })
                .get(60, TimeUnit.SECONDS);

        listener.socket().close(4409, "another device uses this id");

        assertThat(heard.get(60, TimeUnit.SECONDS)).isEqualTo("4409 another device uses this id");
        assertThat(listener.closed()).isEqualTo("4409 another device uses this id");
        await().until(() -> server.stats().openConnections() == 0);
    }

    private static URI uriOf(NetServer server) {
        return URI.create("ws://127.0.0.1:" + server.boundAddress().getPort() + "/ws");
    }

    @Test
    void framesOfAllLengthsGoBothWays() throws Exception {
        var client = upgrade(sockets(
                new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), 1_000_000, 2_000_000, 100),
                new RecordingListener.Echo()));

        for (int length : new int[] {0, 1, 7, 8, 9, 125, 126, 127, 65_535, 65_536, 65_537, 300_000, 1_000_000}) {
            var text = "x".repeat(length);
            assertThat(client.text(text).receive().text()).isEqualTo(text);
        }
    }

    @Test
    void whatTheClientSendsRightBehindItsUpgradeIsNotLost() throws Exception {
        var client = connect(sockets(new RecordingListener.Echo()));
        var upgrade = "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        var bytes = new java.io.ByteArrayOutputStream();
        bytes.writeBytes(upgrade.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        bytes.writeBytes(RawClient.frame(0x81, "early".getBytes(java.nio.charset.StandardCharsets.UTF_8)));

        client.send(bytes.toByteArray());

        var answer = client.answer();
        assertThat(answer.status()).isEqualTo(101);
        assertThat(answer.header("sec-websocket-accept")).isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assertThat(client.receive().text()).isEqualTo("early");
    }

    @Test
    void compressionIsNeverAgreedTo() throws Exception {
        var client = connect(sockets(new RecordingListener.Echo()));

        var answer = client.send(
                        "GET /ws HTTP/1.1",
                        "Host: a",
                        "Connection: Upgrade",
                        "Upgrade: websocket",
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits")
                .answer();

        assertThat(answer.status()).isEqualTo(101);
        assertThat(answer.headers()).doesNotContainKey("sec-websocket-extensions");
        assertThat(client.text("plain").receive().text()).isEqualTo("plain");
    }

    @Test
    void anotherVersionIsToldWhichOneWeSpeak() throws Exception {
        var answer = connect(sockets(new RecordingListener()))
                .send(
                        "GET /ws HTTP/1.1",
                        "Host: a",
                        "Connection: Upgrade",
                        "Upgrade: websocket",
                        "Sec-WebSocket-Version: 8",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
                .answer();

        assertThat(answer.status()).isEqualTo(426);
        assertThat(answer.header("sec-websocket-version")).isEqualTo("13");
    }

    @Test
    void aKeyMustBeOne() throws Exception {
        var answer = connect(sockets(new RecordingListener()))
                .send(
                        "GET /ws HTTP/1.1",
                        "Host: a",
                        "Connection: Upgrade",
                        "Upgrade: websocket",
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Key: short")
                .answer();

        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void aPlainRequestForASocketIsAnsweredInWordsAndTheConnectionStays() throws Exception {
        var client = connect(serve(request ->
                request.path().equals("/ws") ? new Response.Upgrade(SETTINGS, new RecordingListener()) : text("ok")));

        var answer = client.send("GET /ws HTTP/1.1", "Host: a").answer();

        assertThat(answer.status()).isEqualTo(426);
        assertThat(answer.header("upgrade")).isEqualTo("websocket");
        assertThat(answer.text()).contains("WebSocket");
        assertThat(client.send("GET / HTTP/1.1", "Host: a").answer().status()).isEqualTo(200);
    }

    @Test
    void anUpgradeMayBeAnsweredWithAPlainNo() throws Exception {
        var client = connect(serve(_ -> new Response.Full(404, Headers.NONE, new byte[0])));

        assertThat(client.send(
                                "GET /ws HTTP/1.1",
                                "Host: a",
                                "Connection: Upgrade",
                                "Upgrade: websocket",
                                "Sec-WebSocket-Version: 13",
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
                        .answer()
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theListenerHearsOneFrameAtATimeInOrderAndTheCloseLast() throws Exception {
        var listener = new RecordingListener() {
            private boolean busy;

            @Override
            public void onText(String text) {
                assertThat(busy).isFalse();
                assertThat(Thread.currentThread().isVirtual()).isTrue();
                busy = true;
                Thread.yield();
                super.onText(text);
                busy = false;
            }
        };
        var client = upgrade(sockets(listener));

        for (int i = 0; i < 2_000; i++) {
            client.text("" + i);
        }
        client.frame(0x82, "bin").send(RawClient.frame(0x88, new byte[] {0x0F, (byte) 0xA1}));

        assertThat(listener.closed()).isEqualTo("4001 ");
        var expected = new java.util.ArrayList<>(
                IntStream.range(0, 2_000).mapToObj(Integer::toString).toList());
        expected.addAll(List.of("<binary>", "<close 4001>"));
        assertThat(listener.heard).isEqualTo(expected);
        assertThat(client.receive().closeCode()).isEqualTo(4001);
        assertThat(client.ended()).isTrue();
    }

    @Test
    void whatCameBeforeACutIsStillHeard() throws Exception {
        var goOn = new CountDownLatch(1);
        var listener = new RecordingListener() {
            @Override
            public void onText(String text) {
                try {
                    assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                super.onText(text);
            }
        };
        var server = sockets(listener);
        var client = upgrade(server);

        client.text("one").text("two").text("three").close();
        await().until(() -> server.stats().openConnections() == 0);
        goOn.countDown();

        assertThat(listener.closed()).isEqualTo("1006 ");
        assertThat(listener.heard).containsExactly("one", "two", "three", "<close 1006>");
    }

    @Test
    void aListenerThatIsBehindMakesTheClientWait() throws Exception {
        var goOn = new CountDownLatch(1);
        var listener = new RecordingListener() {
            @Override
            public void onText(String text) {
                try {
                    assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                super.onText(text.substring(0, 1));
            }
        };
        var client = upgrade(sockets(listener));
        var sent = new java.util.concurrent.atomic.AtomicInteger();
        var frame = RawClient.frame(0x81, "x".repeat(100_000).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        var sender = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < 500; i++) {
                    client.send(frame);
                    sent.incrementAndGet();
                }
            } catch (java.io.IOException _) {
                // the assertions below will say so
            }
        });

        await().during(Duration.ofMillis(500)).until(() -> sent.get() < 400); // 50 MB in all; the kernel holds some
        goOn.countDown();
        assertThat(sender.join(Duration.ofSeconds(60))).isTrue();

        await().until(() -> listener.heard.size() == 500);
    }

    @Test
    void pingsAreAnsweredEvenWhileTheListenerIsBusy() throws Exception {
        var goOn = new CountDownLatch(1);
        var client = upgrade(sockets(new RecordingListener() {
            @Override
            public void onText(String text) {
                try {
                    goOn.await(60, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }));

        client.text("busy").frame(0x89, "are you there?");

        var pong = client.receive();
        assertThat(pong.opcode()).isEqualTo(RawClient.PONG);
        assertThat(pong.text()).isEqualTo("are you there?");
        goOn.countDown();
    }

    @Test
    void sendsFromManyThreadsKeepFramesWholeAndEachThreadsOrder() throws Exception {
        var listener = new RecordingListener();
        var client = upgrade(sockets(
                new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), 100, 100_000_000, 100_000),
                listener));
        var socket = listener.socket();

        for (int t = 0; t < 16; t++) {
            int thread = t;
            Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 500; i++) {
                    socket.send(thread + ":" + i + ":" + "x".repeat((thread * 997 + i * 131) % 5_000));
                }
            });
        }

        var next = new int[16];
        for (int i = 0; i < 16 * 500; i++) {
            var parts = client.receiveData().text().split(":", -1);
            int thread = Integer.parseInt(parts[0]);
            int number = Integer.parseInt(parts[1]);
            assertThat(number).isEqualTo(next[thread]++);
            assertThat(parts[2]).hasSize((thread * 997 + number * 131) % 5_000);
        }
    }

    @Test
    void aReceiptComesWhenTheFrameIsWritten() throws Exception {
        var listener = new RecordingListener();
        var client = upgrade(sockets(listener));
        var receipts = new ConcurrentLinkedQueue<String>();
        var socket = listener.socket();

        socket.send("one", written -> receipts.add("one " + written));
        assertThat(client.receiveData().text()).isEqualTo("one");
        await().until(() -> receipts.contains("one true"));
        socket.send("two", written -> receipts.add("two " + written));
        socket.close(1000, "");
        socket.send("three", written -> receipts.add("three " + written));

        assertThat(client.receiveData().text()).isEqualTo("two");
        assertThat(client.receiveData().closeCode()).isEqualTo(1000);
        await().untilAsserted(
                        () -> assertThat(receipts).containsExactlyInAnyOrder("one true", "two true", "three false"));
    }

    @Test
    void anIdleSocketHasAHeartbeat() throws Exception {
        var listener = new RecordingListener();
        var client = upgrade(
                sockets(new SocketSettings(Duration.ofMillis(400), Duration.ofSeconds(30), 100, 1_000, 10), listener));

        for (int i = 0; i < 5; i++) { // longer than three heartbeats: the pongs keep it open
            assertThat(client.receive().opcode()).isEqualTo(RawClient.PING);
            client.frame(0x8A, "");
        }
        assertThat(listener.closed).isNotDone();
    }

    @Test
    void aSocketThatShowsNoLifeIsCut() throws Exception {
        var listener = new RecordingListener();
        var server =
                sockets(new SocketSettings(Duration.ofMillis(300), Duration.ofSeconds(30), 100, 1_000, 10), listener);
        upgrade(server);

        assertThat(listener.closed()).isEqualTo("1006 no sign of life for three heartbeats");
        await().until(() -> server.stats().openSockets() == 0);
    }

    @Test
    void whoeverDoesNotGreetIsSentAway() throws Exception {
        var listener = new RecordingListener() {
            @Override
            public void onOpen(WebSocket socket) {}
        };
        var client = upgrade(
                sockets(new SocketSettings(Duration.ofSeconds(30), Duration.ofMillis(300), 100, 1_000, 10), listener));

        assertThat(client.receive().closeCode()).isEqualTo(1008);
        client.send(RawClient.frame(0x88, new byte[] {3, (byte) 0xF0}));
        assertThat(listener.closed()).startsWith("1008 ");
        assertThat(client.ended()).isTrue();
    }

    @Test
    void aListenerThatFailsClosesItsSocket() throws Exception {
        var listener = new RecordingListener() {
            @Override
            public void onText(String text) {
                throw new IllegalStateException("on purpose");
            }
        };
        var client = upgrade(sockets(listener));

        client.text("hello").text("not heard");

        var close = client.receive();
        assertThat(close.closeCode()).isEqualTo(1011);
        assertThat(close.text()).doesNotContain("purpose");
        client.send(RawClient.frame(0x88, new byte[] {3, (byte) 0xF3}));
        assertThat(listener.closed()).startsWith("1011 ");
        assertThat(listener.heard).containsExactly("<close 1011>");
    }

    @Test
    void aClientThatDoesNotAnswerOurCloseIsCutAfterFiveSeconds() throws Exception {
        var listener = new RecordingListener();
        var client = upgrade(sockets(listener));

        listener.socket().close(4000, "x".repeat(200));

        assertThat(client.receive().payload()).hasSize(125);
        assertThat(client.ended()).isTrue();
        assertThat(listener.closed()).startsWith("4000 ");
    }
}
