package dev.switchboard.app.front;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.FreePort;
import dev.switchboard.testkit.Loops;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code deploy/nginx/switchboard.conf} in a real nginx: all of it but the two ports. */
@DisabledIfEnvironmentVariable(named = "SWITCHBOARD_SKIP_NGINX", matches = ".+", disabledReason = "told to skip nginx")
class NginxIT {
    private static final Path NGINX = Path.of("/usr/sbin/nginx");
    private static final Path DEPLOYED =
            Path.of("../deploy/nginx/switchboard.conf").toAbsolutePath().normalize();
    /** Seconds that nginx waits for the gateway where the file says nothing about it. */
    private static final int USUAL_PATIENCE = 3;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    static Path temp;

    private static TestGateway gateway;
    private static Child nginx;
    private static int port;

    @BeforeAll
    static void start() throws IOException {
        assertThat(NGINX)
                .as("nginx is missing — install it, on Debian with: sudo apt-get install nginx,"
                        + " or set SWITCHBOARD_SKIP_NGINX=1 to go without this test")
                .isExecutable();
        gateway = TestGateway.start(
                Files.createDirectory(temp.resolve("data")),
                TestGateway.config(1, null),
                ScriptedModel.echo(),
                new LocalBus(),
                Clock.systemUTC());
        port = FreePort.pick();
        var copy = Files.writeString(
                temp.resolve("switchboard.conf"),
                Files.readString(DEPLOYED)
                        .replace("listen 8080;", "listen 127.0.0.1:%d;".formatted(port))
                        .replace("127.0.0.1:18080", "127.0.0.1:" + gateway.port()));
        nginx = Child.start(
                temp,
                NGINX.toString(),
                "-p",
                temp.toString(),
                "-e",
                "stderr",
                "-c",
                main(copy).toString());
        await().atMost(Duration.ofSeconds(60))
                .ignoreException(ConnectException.class)
                .until(() -> {
                    assertThat(nginx.isAlive()).as(nginx.output()).isTrue();
                    return get("/healthz").statusCode() == 200;
                });
    }

    @AfterAll
    static void stop() {
        if (nginx != null) {
            nginx.close();
        }
        if (gateway != null) {
            gateway.close();
        }
    }

    @Test
    void nginxAcceptsTheFileAsItIs() throws Exception {
        assertThat(Files.readString(DEPLOYED)).contains("listen 8080;").contains("server 127.0.0.1:18080;");
        try (var check = Child.start(
                temp,
                NGINX.toString(),
                "-t",
                "-p",
                temp.toString(),
                "-e",
                "stderr",
                "-c",
                main(DEPLOYED).toString())) {
            assertThat(check.exitCode()).as(check.output()).isZero();
            assertThat(check.output()).contains("test is successful").doesNotContain("[warn]");
        }
    }

    @Test
    void aDeviceConnectsAndTalks() throws Exception {
        try (var device = Device.connect(socket("terminal-dev"), "device-001")) {
            device.message("m-001", "hello");
            assertThat(device.next("ack").get("accepted").booleanValue()).isTrue();
            assertThat(device.next("message").get("text").stringValue()).isEqualTo("echo: hello");
        }
    }

    @Test
    void aDeviceThatSaysNothingStaysConnectedWhileHeartbeatsPassThrough() throws Exception {
        var pings = new CountDownLatch(5);
        var closed = new CountDownLatch(1);
        var socket = HTTP.newWebSocketBuilder()
                .buildAsync(socket("terminal-dev"), new java.net.http.WebSocket.Listener() {
                    @Override
                    public @Nullable CompletionStage<?> onPing(java.net.http.WebSocket from, ByteBuffer payload) {
                        pings.countDown();
                        from.request(1);
                        return null;
                    }

                    @Override
                    public @Nullable CompletionStage<?> onClose(java.net.http.WebSocket from, int code, String why) {
                        closed.countDown();
                        return null;
                    }
                })
                .get(60, TimeUnit.SECONDS);
        socket.sendText("{\"type\":\"connect\",\"peer_id\":\"idle\"}", true).join();
        // Five heartbeats are more than the three without a sign of life after which a device would be dropped.
        assertThat(pings.await(60, TimeUnit.SECONDS)).as("five pings came").isTrue();
        assertThat(closed.getCount()).as("still open").isEqualTo(1);
        assertThat(gateway.get("/api/channels").toString()).contains("\"peer_id\":\"idle\"");
        socket.abort();
    }

    /** Longer than a location has patience that is told nothing; with {@code -Dlong} longer than nginx has by itself. */
    @Test
    void aSessionAndTheLobbyStayOpenThoughNothingHappens() throws Exception {
        var silence = Duration.ofSeconds(Loops.times("silence", USUAL_PATIENCE + 2, 70));
        var operator = Map.of("Authorization", "Bearer " + TestGateway.TOKEN);
        try (var hud = Device.open(URI.create("ws://127.0.0.1:%d/ws/web%%2Fa%%20b".formatted(port)), operator);
                var lobby = Device.open(URI.create("ws://127.0.0.1:%d/ws".formatted(port)), operator)) {
            assertThat(hud.next("connected").get("session_id").stringValue()).isEqualTo("web/a b");
            hud.next("history");
            lobby.next("sessions");

            assertThat(hud.next(silence)).as("what came in the silence").isNull();
            assertThat(hud.isClosed()).as("the session was closed").isFalse();
            assertThat(lobby.isClosed()).as("the lobby was closed").isFalse();

            hud.message("w1", "hello");
            assertThat(hud.next("message").get("text").stringValue()).isEqualTo("hello");
            assertThat(hud.next("message").get("text").stringValue()).isEqualTo("echo: hello");
            assertThat(lobby.next("session").get("session_id").stringValue()).isEqualTo("web/a b");
            lobby.send("{\"type\":\"ping\"}");
            lobby.next("pong");
        }
    }

    @Test
    void aWebhookCallIsAnswered() throws Exception {
        var answer = HTTP.send(
                HttpRequest.newBuilder(http("/api/channels/hooks/webhook"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("""
                            {"peer_id":"ci","message_id":"build-17","text":"the build is broken"}\
                            """))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(Json.mapper().readTree(answer.body()).get("text").stringValue())
                .isEqualTo("echo: the build is broken");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b",
                "a//b",
                "what?",
                "a?b=c&d#e",
                "..",
                "../..",
                "a/../b",
                "/",
                ".",
                "a b",
                " a",
                "100%",
                "%2F",
                "%252e%252e/",
                "a:b",
                "de:ad:be:ef:00:01",
                "a+b",
                "a;b=c",
                "über",
                "\\\"'<>{}|^`"
            })
    void anyPeerIdWorksThroughNginxInASocketAndInAPath(String peer) throws Exception {
        try (var device = Device.open(socket("terminal-dev"))) {
            device.send(Json.mapper()
                    .createObjectNode()
                    .put("type", "connect")
                    .put("peer_id", peer)
                    .toString());
            var session = device.next("connected").get("session_id").stringValue();
            device.message("m-001", "hello");
            device.next("message");

            var segment = URLEncoder.encode(session, UTF_8).replace("+", "%20");
            var answer = get("/api/sessions/" + segment + "/events");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(Json.mapper()
                            .readTree(answer.body())
                            .at("/events/0/event/peerId")
                            .stringValue())
                    .isEqualTo(peer);
        }
    }

    @Test
    void eventsOfASessionAreStreamedAsTheyHappen() throws Exception {
        try (var device = Device.connect(socket("terminal-dev"), "streamed")) {
            device.message("m-001", "hello");
            device.next("message");
            var stream = HTTP.send(
                    request("/api/sessions/terminal-dev:local:streamed/events")
                            .header("Accept", "text/event-stream")
                            .build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            try (var lines = new Events(stream.body())) {
                assertThat(lines.next().at("/event/text").stringValue()).isEqualTo("hello");
                device.message("m-002", "and now");
                assertThat(lines.until("user_message").at("/event/text").stringValue())
                        .isEqualTo("and now");
            }
        }
    }

    @Test
    void anOpenChannelAnswersThisMachineOnlyAndNginxTellsWhoIsAsking() throws Exception {
        // nginx appends the address it sees to what the client says of itself: loopback alone gets in.
        assertThat(Device.refusal(socket("terminal-dev"), Map.of("X-Forwarded-For", "203.0.113.9")))
                .isEqualTo(401);
        assertThat(Device.refusal(socket("terminal-dev"), Map.of("Forwarded", "for=203.0.113.9")))
                .isEqualTo(401);
        Device.open(socket("terminal-dev"), Map.of("X-Forwarded-For", "127.0.0.1"))
                .close();

        var guarded = Map.of("X-Forwarded-For", "203.0.113.9", "Authorization", "Bearer device-secret");
        try (var device = Device.open(socket("guarded"), guarded)) {
            device.send("{\"type\":\"connect\",\"peer_id\":\"device-001\"}");
            device.next("connected");
        }
    }

    @Test
    void aDeviceWithALocalAddressThatNamesAnotherHostIsRefused() throws Exception {
        assertThat(RawSocket.ask(port, RawSocket.upgrade("/api/channels/terminal-dev/ws", "Host: evil.example"))
                        .status())
                .isEqualTo(403);
        assertThat(RawSocket.ask(
                                port,
                                RawSocket.upgrade(
                                        "/api/channels/terminal-dev/ws",
                                        "Host: 127.0.0.1:" + port,
                                        "Origin: https://evil.example"))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void theStatusNamesTheAddressThatWasAskedAt() throws Exception {
        assertThat(get("/api/channels").body())
                .contains("ws://127.0.0.1:%d/api/channels/terminal-dev/ws".formatted(port));
    }

    private static URI socket(String channel) {
        return URI.create("ws://127.0.0.1:%d/api/channels/%s/ws".formatted(port, channel));
    }

    private static URI http(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(port, path));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(http(path)).header("Authorization", "Bearer " + TestGateway.TOKEN);
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The least an nginx needs around the file, with everything it writes below the temporary folder. */
    private static Path main(Path included) throws IOException {
        var file = temp.resolve("nginx-%s.conf".formatted(included.equals(DEPLOYED) ? "deployed" : "copy"));
        return Files.writeString(file, """
            daemon off;
            master_process off;
            pid %1$s/%2$s.pid;
            error_log stderr warn;
            events {}
            http {
                access_log off;
                proxy_read_timeout %4$d;
                client_body_temp_path %1$s/body;
                proxy_temp_path %1$s/proxy;
                fastcgi_temp_path %1$s/fastcgi;
                uwsgi_temp_path %1$s/uwsgi;
                scgi_temp_path %1$s/scgi;
                include %3$s;
            }
            """.formatted(temp, file.getFileName(), included, USUAL_PATIENCE));
    }
}
