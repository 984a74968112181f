package dev.switchboard.app.hud;

import static dev.switchboard.app.hud.Hud.text;
import static dev.switchboard.app.hud.HudProtocolIT.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions.NewSession;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Device;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may look and talk, and what is answered to what makes no sense. */
@Timeout(120)
class HudInputIT {
    @TempDir
    static Path folder;

    private static HudGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        gateway = new HudGateway(folder);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {                                                        | malformed        | JSON
        []                                                       | malformed        | object
        null                                                     | malformed        | object
        "ping"                                                   | malformed        | object
        {}                                                       | unsupported_type | type is required
        {"type":7}                                               | malformed        | type must be a string
        {"type":null}                                            | unsupported_type | type is required
        {"type":"nope"}                                          | unsupported_type | nope
        {"type":"message"}                                       | invalid          | message_id
        {"type":"message","text":"no id"}                        | invalid          | message_id
        {"type":"message","message_id":"","text":"x"}            | invalid          | message_id
        {"type":"message","message_id":"e"}                      | invalid          | text is required
        {"type":"message","message_id":"e","text":" "}           | invalid          | text is required
        {"type":"message","message_id":"e","text":7}             | malformed        | text has the wrong type
        {"type":"message","message_id":7,"text":"x"}             | malformed        | message_id has the wrong type
        {"type":"message","message_id":"e","text":"x","mode":"x"} | invalid         | steer, followup or collect
        {"type":"message","message_id":"e","text":"x","mode":7}  | malformed        | mode has the wrong type
        {"type":"message","text":"x","mode":"steer"}             | invalid          | message_id
        {"type":"message","message_id":"e","mode":"steer"}       | invalid          | text is required
        {"type":"earlier"}                                       | invalid          | before is required
        {"type":"earlier","before":0}                            | invalid          | before is required
        {"type":"earlier","before":"9"}                          | malformed        | before has the wrong type
        {"type":"earlier","before":9,"limit":0}                  | invalid          | limit must be from 1 to 1,000
        {"type":"earlier","before":9,"limit":1001}               | invalid          | limit must be from 1 to 1,000
        {"type":"earlier","before":9,"limit":99999999999}        | malformed        | limit
        {"type":"earlier","before":1.5}                          | malformed        | before has the wrong type
        {"type":"stop"}                                          | nothing_runs     | Nothing runs
        {"type":"kill"}                                          | nothing_runs     | Nothing runs
        {"type":"new"}                                           | not_found        | nothing to reset
        {"type":"switch_agent"}                                  | invalid          | agent must be one of default, titan, careful
        {"type":"switch_agent","agent":"nobody"}                 | invalid          | agent must be one of default, titan, careful
        {"type":"switch_agent","agent":7}                        | malformed        | agent has the wrong type
        {"type":"handover"}                                      | invalid          | agent must be one of default, titan, careful
        {"type":"handover","agent":"nobody"}                     | invalid          | agent must be one of default, titan, careful
        {"type":"approve"}                                       | invalid          | approval_id is required
        {"type":"approve","approval_id":"x"}                     | invalid          | approved is required
        {"type":"approve","approval_id":"x","approved":true}     | not_found        | no such approval
        {"type":"approve","approval_id":"x","approved":"yes"}    | malformed        | approved has the wrong type
        {"type":"approve","approval_id":7,"approved":true}       | malformed        | approval_id has the wrong type
        """)
    void what_makes_no_sense_is_answered_in_words_and_the_socket_lives(String frame, String code, String words)
            throws Exception {
        try (var hud = gateway.open("web-bad")) {
            hud.send(frame);
            var error = hud.next("error");
            assertThat(text(error, "code")).as(error.toString()).isEqualTo(code);
            assertThat(text(error, "error")).contains(words);
            hud.settle();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {                                                     | malformed        | JSON
        []                                                    | malformed        | object
        {}                                                    | unsupported_type | type is required
        {"type":"message","message_id":"m","text":"x"}        | unsupported_type | unsupported
        {"type":"approve"}                                    | invalid          | approval_id is required
        {"type":"approve","approval_id":"x"}                  | invalid          | approved is required
        {"type":"approve","approval_id":"x","approved":false} | not_found        | no such approval
        {"type":"approve","approval_id":[],"approved":false}  | malformed        | approval_id has the wrong type
        """)
    void so_it_is_in_the_lobby(String frame, String code, String words) throws Exception {
        try (var lobby = gateway.lobby(TestGateway.TOKEN)) {
            lobby.send(frame);
            var error = lobby.next("error");
            assertThat(text(error, "code")).as(error.toString()).isEqualTo(code);
            assertThat(text(error, "error")).contains(words);
            lobby.settle();
        }
    }

    @Test
    void a_strangers_words_are_not_repeated_at_length_and_an_error_names_its_message() throws Exception {
        try (var hud = gateway.open("web-bad")) {
            hud.send("{\"type\":\"%s\"}".formatted("x".repeat(10_000)));
            assertThat(text(hud.next("error"), "error")).hasSizeLessThan(120);
            hud.send("{\"type\":\"message\",\"message_id\":\"e-1\",\"text\":\"\"}");
            assertThat(text(hud.next("error"), "message_id")).isEqualTo("e-1");
            hud.send("{\"type\":\"message\",\"message_id\":\"%s\",\"text\":\"hi\"}".formatted("i".repeat(129)));
            assertThat(hud.next("error").toString()).hasSizeLessThan(300);
            hud.send("{\"type\":\"message\",\"message_id\":\"e-2\",\"text\":\"%s\"}".formatted("x".repeat(200_001)));
            assertThat(text(hud.next("error"), "error")).contains("too long").contains("200000");
            hud.send("{\"type\":\"message\",\"message_id\":\"e-2\",\"text\":\"%s\",\"mode\":\"steer\"}"
                    .formatted("x".repeat(200_001)));
            assertThat(text(hud.next("error"), "error")).contains("too long");
            hud.send("[".repeat(5_000));
            assertThat(text(hud.next("error"), "code")).isEqualTo("malformed");
            hud.settle();
        }
    }

    @Test
    void a_frame_may_have_a_mebibyte_and_no_more() throws Exception {
        var ping = "{\"type\":\"ping\",\"padding\":\"%s\"}";
        for (var path : new String[] {"/ws/web-bad", "/ws"}) {
            try (var socket = Device.open(gateway.ws(path), Map.of("Authorization", "Bearer " + TestGateway.TOKEN))) {
                socket.send(ping.formatted("x".repeat(1_000_000)));
                socket.next("pong");
                socket.send(ping.formatted("x".repeat(1_100_000)));
                assertThat(socket.closeCode()).as(path).isEqualTo(1009);
            }
        }
    }

    @Test
    void bytes_are_answered_in_words() throws Exception {
        try (var socket =
                Device.open(gateway.ws("/ws/web-bad"), Map.of("Authorization", "Bearer " + TestGateway.TOKEN))) {
            socket.socket().sendBinary(ByteBuffer.wrap(new byte[] {1, 2}), true).join();
            assertThat(text(socket.next("error"), "code")).isEqualTo("malformed");
            socket.send("{\"type\":\"ping\"}");
            socket.next("pong");
        }
    }

    @Test
    void a_bad_number_in_the_address_is_refused_before_the_socket_opens() {
        for (var after : new String[] {"x", "-1", "1.5"}) {
            assertThat(refusal("/ws/web-bad?after=" + after, TestGateway.TOKEN))
                    .as(after)
                    .isEqualTo(400);
        }
        assertThat(refusal("/ws/" + "x".repeat(2_000), TestGateway.TOKEN)).isEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource(SessionKind.class)
    void the_kind_of_a_session_says_which_scopes_it_takes(SessionKind kind) throws Exception {
        var session = made(kind);
        var other = kind.reading().wireName().equals("task:read") ? "terminal" : "task";
        var strange = gateway.token("\"%s:read\",\"%s:write\",\"status:read\"".formatted(other, other));
        assertThat(refusal("/ws/" + session, strange)).isEqualTo(403);

        var reading = gateway.token("\"%s\"".formatted(kind.reading().wireName()));
        try (var hud = gateway.open(session, "", reading)) {
            assertThat(text(hud.next("connected"), "kind")).isEqualTo(kind.wireName());
            hud.next("history");
            for (var frame : new String[] {
                "{\"type\":\"message\",\"message_id\":\"m-1\",\"text\":\"hi\"}",
                "{\"type\":\"message\",\"message_id\":\"m-1\",\"text\":\"hi\",\"mode\":\"steer\"}",
                "{\"type\":\"stop\"}",
                "{\"type\":\"kill\"}",
                "{\"type\":\"new\"}",
                "{\"type\":\"switch_agent\",\"agent\":\"titan\"}",
                "{\"type\":\"handover\",\"agent\":\"titan\"}"
            }) {
                hud.send(frame);
                var error = hud.next("error");
                assertThat(text(error, "code")).as(frame).isEqualTo("forbidden");
                assertThat(text(error, "error")).contains(kind.writing().wireName());
            }
            hud.send("{\"type\":\"approve\",\"approval_id\":\"x\",\"approved\":true}");
            assertThat(text(hud.next("error"), "error")).contains("approval:respond");
            hud.send("{\"type\":\"earlier\",\"before\":1}").next("earlier");
            hud.settle();
        }

        var writing = gateway.token("\"%s\",\"%s\""
                .formatted(kind.reading().wireName(), kind.writing().wireName()));
        try (var hud = gateway.open(session, "", writing)) {
            hud.say("m-1", "say hi");
            if (kind == SessionKind.TERMINAL) {
                assertThat(text(hud.next("error"), "code")).isEqualTo("not_supported");
            } else {
                assertThat(hud.next("ack").get("accepted").booleanValue()).isTrue();
            }
            if (!kind.isConversation()) {
                hud.send("{\"type\":\"new\"}");
                assertThat(text(hud.next("error"), "code")).isEqualTo("not_supported");
            }
        }
    }

    private static String made(SessionKind kind) throws Exception {
        var sessions = gateway.gateway().gateway().store().sessions();
        return switch (kind) {
            case AGENT, HEADLESS, TERMINAL ->
                sessions.create(new NewSession(kind, "one", null, null, null, null))
                        .id()
                        .value();
            case CHAT ->
                sessions.chat(new SessionId("web-kinds"), "one", "web").id().value();
            case TASK -> submitted();
        };
    }

    /** The session of a task. */
    private static String submitted() throws Exception {
        try (var lobby = gateway.lobby(TestGateway.TOKEN);
                var board = Board.login(gateway.ws("/api/board/ws"), TestGateway.TOKEN)) {
            lobby.next("sessions");
            board.submit("{\"goal\":\"say a task\"}");
            return text(lobby.next(frame -> text(frame, "kind").equals("task")), "session_id");
        }
    }

    @Test
    void a_token_that_ends_closes_what_it_opened() throws Exception {
        var made = HudGateway.body(
                gateway.ask("POST", "/api/tokens", "{\"name\":\"short\",\"scopes\":[\"task:read\",\"status:read\"]}"));
        try (var hud = gateway.open("web-1", "", text(made, "secret"));
                var lobby = gateway.lobby(text(made, "secret"))) {
            hud.next("history");
            lobby.next("sessions");
            gateway.ask("DELETE", "/api/tokens/" + text(made.get("token"), "token_id"), "");
            assertThat(hud.closeCode()).isEqualTo(4401);
            assertThat(lobby.closeCode()).isEqualTo(4401);
        }
    }

    @Test
    void a_signed_in_browser_opens_it_with_its_cookie_and_its_sessions_value() throws Exception {
        var code = text(HudGateway.body(gateway.ask("POST", "/api/session/codes", "{}")), "code");
        var signedIn = gateway.gateway()
                .send(HttpRequest.newBuilder(gateway.gateway().http("/api/session"))
                        .header("Content-Type", "application/json")
                        .header("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0")
                        .POST(BodyPublishers.ofString("{\"code\":\"%s\"}".formatted(code))));
        var cookie = signedIn.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
        var value = text(json(signedIn.body()), "csrf");

        assertThat(selected("/ws/web-1", cookie, "switchboard.hud.v1", "switchboard.session." + value))
                .isEqualTo("switchboard.hud.v1");
        assertThat(selected("/ws", cookie, "switchboard.lobby.v1", "switchboard.session." + value))
                .isEqualTo("switchboard.lobby.v1");
        assertThat(refusal("/ws/web-1", Map.of("Cookie", cookie)))
                .as("the cookie alone is what any page would send")
                .isIn(401, 403);
    }

    /** The subprotocol of a socket that was greeted. */
    private static String selected(String path, String cookie, String... protocols) throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        var socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Cookie", cookie)
                .subprotocols(protocols[0], protocols[1])
                .buildAsync(gateway.ws(path), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
                        heard.add(text.toString());
                        from.request(1);
                        return null;
                    }
                })
                .join();
        try {
            assertThat(heard.poll(60, TimeUnit.SECONDS)).contains("\"connected\"");
            return socket.getSubprotocol();
        } finally {
            socket.abort();
        }
    }

    private static int refusal(String path, String token) {
        return refusal(path, Map.of("Authorization", "Bearer " + token));
    }

    private static int refusal(String path, Map<String, String> headers) {
        return Device.refusal(gateway.ws(path), headers);
    }
}
