package dev.switchboard.edge.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client must not do, and what it may though it looks odd. */
class SocketViolationsTest extends ServerTest {
    private final RecordingListener listener = new RecordingListener.Echo();
    private RawClient client;

    @BeforeEach
    void upgrade() throws Exception {
        client = upgrade(sockets(
                new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), 200_000, 1_000_000, 100), listener));
        listener.socket();
    }

    private void closesWith(int code) throws Exception {
        var frame = client.receiveData();
        assertThat(frame.opcode()).isEqualTo(RawClient.CLOSE);
        assertThat(frame.closeCode()).isEqualTo(code);
        assertThat(client.ended()).isTrue();
        client.close();
        assertThat(listener.closed()).startsWith(code + " ");
    }

    @Test
    void fragmentsArePutTogetherAroundControlFrames() throws Exception {
        client.frame(0x01, "one ")
                .frame(0x00, "")
                .frame(0x89, "ping")
                .frame(0x00, "two ")
                .frame(0x80, "three");

        assertThat(client.receive().opcode()).isEqualTo(RawClient.PONG);
        assertThat(client.receive().text()).isEqualTo("one two three");
    }

    @Test
    void aCharacterMayBeSplitOverFragmentsAndBytesMayComeOneByOne() throws Exception {
        var smile = "🙂".getBytes(UTF_8);
        var first = RawClient.frame(0x01, new byte[] {smile[0], smile[1]});
        var second = RawClient.frame(0x80, new byte[] {smile[2], smile[3]});

        for (var frame : new byte[][] {first, second}) {
            for (var b : frame) {
                client.send(new byte[] {b});
            }
        }

        assertThat(client.receive().text()).isEqualTo("🙂");
    }

    @Test
    void aMessageMayBeAsLongAsItsLimit() throws Exception {
        client.frame(0x01, "x".repeat(100_000)).frame(0x80, "x".repeat(100_000));

        assertThat(client.receiveData().text()).hasSize(200_000);
    }

    @Test
    void aLongerMessageIsRefusedByWhatItAnnounces() throws Exception {
        client.send(RawClient.header(0x81, 200_001).toByteArray()); // nothing of it is sent

        closesWith(1009);
    }

    @Test
    void fragmentsAreCountedTogether() throws Exception {
        client.frame(0x01, "x".repeat(150_000))
                .send(RawClient.header(0x80, 50_001).toByteArray());

        closesWith(1009);
    }

    @Test
    void anAbsurdLengthIsRefused() throws Exception {
        client.send(new byte[] {(byte) 0x81, (byte) 0xFF, -1, -1, -1, -1, -1, -1, -1, -1});

        closesWith(1009);
    }

    @Test
    void aClientThatGoesOnSendingStillReadsWhyItWasClosed() throws Exception {
        client.send(RawClient.header(0x81, 5_000_000).toByteArray());
        for (int i = 0; i < 50; i++) {
            client.send(new byte[100_000]);
        }

        assertThat(client.receiveData().closeCode()).isEqualTo(1009);
    }

    @Test
    void binaryIsToldButNotKept() throws Exception {
        client.send(RawClient.frame(0x82, new byte[100_000])).text("next");

        assertThat(client.receiveData().text()).isEqualTo("next");
        assertThat(listener.heard).containsExactly("<binary>", "next");
    }

    @Test
    void textMustBeUtf8() throws Exception {
        client.send(RawClient.frame(0x81, new byte[] {'a', (byte) 0xC0, (byte) 0xAF}));

        closesWith(1007);
    }

    @Test
    void theReplacementCharacterItselfIsText() throws Exception {
        client.text("\uFFFD");

        assertThat(client.receiveData().text()).isEqualTo("\uFFFD");
    }

    @Test
    void framesMustBeMasked() throws Exception {
        client.send(new byte[] {(byte) 0x81, 2, 'h', 'i'});

        closesWith(1002);
    }

    @Test
    void reservedBitsMustBeZero() throws Exception {
        client.frame(0x80 | 0x40 | RawClient.TEXT, "compressed");

        closesWith(1002);
    }

    @Test
    void unknownOpcodesAreRefused() throws Exception {
        client.frame(0x83, "");

        closesWith(1002);
    }

    @Test
    void aContinuationNeedsABeginning() throws Exception {
        client.frame(0x80, "of what?");

        closesWith(1002);
    }

    @Test
    void aMessageMustEndBeforeTheNextBegins() throws Exception {
        client.frame(0x01, "one").frame(0x81, "two");

        closesWith(1002);
    }

    @Test
    void controlFramesAreWhole() throws Exception {
        client.frame(0x09, "ping in two");

        closesWith(1002);
    }

    @Test
    void controlFramesAreShort() throws Exception {
        client.frame(0x89, "x".repeat(126));

        closesWith(1002);
    }

    @Test
    void aCloseCodeMustBeOne() throws Exception {
        client.send(RawClient.frame(0x88, new byte[] {3, (byte) 0xEE})); // 1006 is never on the wire

        closesWith(1002);
    }

    @Test
    void aCloseReasonMustBeText() throws Exception {
        client.send(RawClient.frame(0x88, new byte[] {3, (byte) 0xE8, -1}));

        closesWith(1007);
    }

    @Test
    void aCloseWithoutACodeIsAnswered() throws Exception {
        client.send(RawClient.frame(0x88, new byte[0]));

        closesWith(1000, "1005 ");
    }

    private void closesWith(int onTheWire, String heard) throws Exception {
        assertThat(client.receiveData().closeCode()).isEqualTo(onTheWire);
        assertThat(client.ended()).isTrue();
        assertThat(listener.closed()).isEqualTo(heard);
    }

    @Test
    void beforeAuthenticationTheLimitIsSixtyFourKibibytes() throws Exception {
        var strangers = new RecordingListener() {
            @Override
            public void onOpen(WebSocket socket) {
                opened.complete(socket);
            }

            @Override
            public void onText(String text) {
                super.onText(text.substring(0, 1));
                if (text.equals("connect")) {
                    opened.join().authenticated();
                }
            }
        };
        var settings = new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), 200_000, 1_000_000, 100);
        var server = sockets(settings, strangers);

        var known = upgrade(server);
        known.text("x".repeat(64 * 1024)).text("connect").text("y".repeat(200_000)); // without waiting for an answer
        await().until(() -> strangers.heard.size() == 3);
        var stranger = upgrade(server);
        stranger.send(RawClient.header(0x81, 64 * 1024 + 1).toByteArray());

        assertThat(stranger.receiveData().closeCode()).isEqualTo(1009);
        assertThat(strangers.heard).startsWith("x", "c", "y");
    }
}
