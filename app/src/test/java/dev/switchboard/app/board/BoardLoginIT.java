package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.identity.Proof;
import dev.switchboard.testkit.Board;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.MovableClock;
import dev.switchboard.testkit.ScriptedModel;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardLoginIT {
    @TempDir
    Path folder;

    private final MovableClock clock = new MovableClock(Instant.now());
    private BoardGateway gateway;

    @BeforeEach
    void start() {
        gateway = new BoardGateway(folder, ScriptedModel.echo(), clock).start();
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_board_is_welcomed_and_logs_in_with_its_token() throws Exception {
        try (var board = Board.open(gateway.url())) {
            assertThat(board.welcome().get("protocol_version").stringValue()).isEqualTo("1");
            assertThat(board.welcome().get("challenge").stringValue()).isNotBlank();
            assertThat(board.welcome().get("capabilities").toString())
                    .isEqualTo("[\"streaming\",\"terminal\",\"approval\"]");

            var id = auth(
                    board, "\"token\":\"%s\",\"scopes\":[\"task:read\",\"dream:big\"]".formatted(TestGateway.TOKEN));

            var answer = board.next("connection:authenticated");
            assertThat(answer.get("in_reply_to").stringValue()).isEqualTo(id);
            assertThat(answer.get("payload").get("granted_scopes").toString()).isEqualTo("[\"task:read\"]");
            assertThat(board.next("task:list_response")
                            .get("payload")
                            .get("tasks")
                            .isEmpty())
                    .isTrue();
        }
    }

    @Test
    void a_challenge_is_answered_without_saying_the_token_and_counts_once() throws Exception {
        var made = gateway.token("{\"name\":\"wall\",\"scopes\":[\"task:read\",\"task:write\"]}");
        var secret = made.get("secret").stringValue();
        String used;
        try (var board = Board.open(gateway.url())) {
            used = board.welcome().get("challenge").stringValue();
            auth(board, proof(secret, used));
            assertThat(board.payload("connection:authenticated")
                            .get("granted_scopes")
                            .toString())
                    .isEqualTo("[\"task:read\",\"task:write\"]");
        }
        try (var other = Board.open(gateway.url())) {
            auth(other, proof(secret, used));
            assertThat(other.payload("connection:error").get("code").stringValue())
                    .isEqualTo("auth_failed");
            assertThat(other.closeCode()).isEqualTo(4401);
        }
    }

    @Test
    void a_login_that_could_not_be_judged_leaves_the_challenge_unused() throws Exception {
        try (var board = Board.open(gateway.url())) {
            var challenge = board.welcome().get("challenge").stringValue();
            var response = Proof.of(TestGateway.TOKEN, challenge + ":board-1");
            auth(board, "\"challenge_response\":\"%s\"".formatted(response));
            assertThat(board.payload("connection:error").get("code").stringValue())
                    .isEqualTo("protocol_error");
            auth(board, proof(TestGateway.TOKEN, challenge));
            board.next("connection:authenticated");
        }
    }

    @Test
    void who_says_nothing_for_ten_seconds_is_closed() throws Exception {
        try (var board = Board.open(gateway.url())) {
            long from = System.nanoTime();
            assertThat(board.closeCode()).isEqualTo(1008);
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofSeconds(8));
        }
    }

    private static String proof(String secret, String challenge) {
        return "\"challenge_response\":\"%s\",\"scopes\":[\"*\"]".formatted(Proof.of(secret, challenge + ":board-1"));
    }

    @Test
    void a_named_token_alone_is_tried() throws Exception {
        var made = gateway.token("{\"name\":\"wall\",\"scopes\":[\"task:read\"]}");
        try (var board = Board.open(gateway.url())) {
            var challenge = board.welcome().get("challenge").stringValue();
            auth(
                    board,
                    "%s,\"token_id\":\"another\""
                            .formatted(proof(made.get("secret").stringValue(), challenge)));
            assertThat(board.payload("connection:error").get("code").stringValue())
                    .isEqualTo("auth_failed");
        }
    }

    @Test
    void a_wrong_token_is_refused_and_the_connection_closed() throws Exception {
        try (var board = Board.open(gateway.url())) {
            auth(board, "\"token\":\"swb_wrong\",\"scopes\":[]");
            assertThat(board.payload("connection:error").get("code").stringValue())
                    .isEqualTo("auth_failed");
            assertThat(board.closeCode()).isEqualTo(4401);
        }
    }

    @Test
    void repeated_wrong_tokens_are_told_how_long_to_wait_and_a_right_one_still_passes() throws Exception {
        for (int i = 0; i < 10; i++) {
            try (var board = Board.open(gateway.url())) {
                auth(board, "\"token\":\"swb_wrong\",\"scopes\":[]");
                board.next("connection:error");
            }
        }
        try (var board = Board.open(gateway.url())) {
            auth(board, "\"token\":\"swb_wrong\",\"scopes\":[]");
            var error = board.payload("connection:error");
            assertThat(error.get("code").stringValue()).isEqualTo("rate_limited");
            assertThat(error.get("retry_after_ms").longValue()).isPositive();
        }
        gateway.login().close();
    }

    @Test
    void an_expired_and_a_revoked_token_are_invalid() throws Exception {
        var made = gateway.token("{\"name\":\"short\",\"scopes\":[\"task:read\"],\"expires_at\":\"%s\"}"
                .formatted(clock.instant().plusSeconds(60)));
        var revoked = gateway.token("{\"name\":\"gone\",\"scopes\":[\"task:read\"]}");
        revoke(revoked.get("token").get("token_id").stringValue());
        clock.pass(Duration.ofMinutes(2));
        for (var secret : List.of(made, revoked)) {
            try (var board = Board.open(gateway.url())) {
                auth(
                        board,
                        "\"token\":\"%s\",\"scopes\":[]"
                                .formatted(secret.get("secret").stringValue()));
                assertThat(board.payload("connection:error").get("code").stringValue())
                        .isEqualTo("invalid_token");
                assertThat(board.closeCode()).isEqualTo(4401);
            }
        }
    }

    @Test
    void revoking_a_token_closes_its_live_connections_and_says_why() throws Exception {
        var made = gateway.token("{\"name\":\"wall\",\"scopes\":[\"task:read\"]}");
        try (var board = gateway.login(made.get("secret").stringValue())) {
            revoke(made.get("token").get("token_id").stringValue());
            assertThat(board.payload("connection:close").get("reason").stringValue())
                    .isEqualTo("revoked");
            assertThat(board.closeCode()).isEqualTo(4401);
        }
    }

    @Test
    void an_expired_token_closes_its_live_connections_and_the_login_says_when() throws Exception {
        var end = clock.instant().plusSeconds(60);
        var made =
                gateway.token("{\"name\":\"short\",\"scopes\":[\"task:read\"],\"expires_at\":\"%s\"}".formatted(end));
        try (var board = Board.open(gateway.url())) {
            auth(
                    board,
                    "\"token\":\"%s\",\"scopes\":[]"
                            .formatted(made.get("secret").stringValue()));
            assertThat(board.payload("connection:authenticated")
                            .get("expires_at")
                            .stringValue())
                    .startsWith(end.toString().substring(0, 19));
            clock.pass(Duration.ofMinutes(2));
            assertThat(board.payload("connection:close").get("reason").stringValue())
                    .isEqualTo("expired");
            assertThat(board.closeCode()).isEqualTo(4401);
        }
    }

    @Test
    void a_node_only_reads_the_status() throws Exception {
        try (var board = Board.open(gateway.url())) {
            board.send("connection:auth", """
                {"device_id":"n","token":"%s","role":"node","scopes":["*"]}
                """.formatted(TestGateway.TOKEN));
            assertThat(board.payload("connection:authenticated")
                            .get("granted_scopes")
                            .toString())
                    .isEqualTo("[\"status:read\"]");
            var id = board.send("task:submit", "{\"goal\":\"hello\"}");
            var refused = board.next("connection:error");
            assertThat(refused.get("in_reply_to").stringValue()).isEqualTo(id);
            assertThat(refused.get("payload").toString())
                    .isEqualTo("{\"code\":\"forbidden\",\"message\":\"this needs the scope task:write\"}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"device_id\":\"d\",\"token\":\"%s\",\"role\":\"king\",\"scopes\":[]}",
                "{\"device_id\":\"d\",\"token\":\"%s\",\"role\":\"operator\"}",
                "{\"token\":\"%s\",\"role\":\"operator\",\"scopes\":[]}",
                "{\"device_id\":\"d\",\"token\":\"%s\",\"role\":\"operator\",\"scopes\":[],\"protocol_version\":\"2\"}"
            })
    void a_login_that_is_none_is_told_so_and_may_be_tried_again(String payload) throws Exception {
        try (var board = Board.open(gateway.url())) {
            board.send("connection:auth", payload.formatted(TestGateway.TOKEN));
            assertThat(board.payload("connection:error").get("code").stringValue())
                    .isEqualTo("protocol_error");
            auth(board, "\"token\":\"%s\",\"scopes\":[]".formatted(TestGateway.TOKEN));
            board.next("connection:authenticated");
        }
    }

    @Test
    void nothing_works_before_the_login_but_the_heartbeat_and_bad_frames_leave_the_connection_alive() throws Exception {
        try (var board = Board.open(gateway.url())) {
            board.send("task:list", "{}");
            assertThat(board.payload("connection:error").get("code").stringValue())
                    .isEqualTo("auth_failed");
            board.sendText("nonsense");
            assertThat(board.payload("connection:error").get("code").stringValue())
                    .isEqualTo("protocol_error");
            board.sendText("{\"type\":\"ping\"}");
            assertThat(board.payload("connection:error").get("message").stringValue())
                    .isEqualTo("id is required, as a text");
            board.send("dream:big", "{}");
            assertThat(board.payload("connection:error").get("message").stringValue())
                    .contains("dream:big");
            var ping = board.send("ping", "{}");
            assertThat(board.next("pong").get("in_reply_to").stringValue()).isEqualTo(ping);
            board.send(
                    "health:ping",
                    "{\"client_time\":\"%s\"}".formatted(clock.instant().minusMillis(250)));
            var pong = board.payload("health:pong");
            assertThat(pong.get("latency_ms").longValue()).isEqualTo(250);
            assertThat(pong.get("server_time").stringValue()).isNotBlank();
            board.send(
                    "health:ping",
                    "{\"client_time\":\"%s\"}".formatted(clock.instant().plusSeconds(60)));
            assertThat(board.payload("health:pong").get("latency_ms").longValue())
                    .isZero();
        }
    }

    @Test
    void who_leaves_is_told_goodbye() throws Exception {
        try (var board = gateway.login()) {
            board.send("connection:close", "{\"reason\":\"done\"}");
            board.next("connection:goodbye");
            assertThat(board.closeCode()).isEqualTo(1000);
        }
    }

    @Test
    void a_token_in_the_header_counts_and_a_wrong_one_does_not_get_in() throws Exception {
        try (var board = Board.open(gateway.url(), Map.of("Authorization", "Bearer " + TestGateway.TOKEN))) {
            auth(board, "\"scopes\":[\"status:read\"]");
            assertThat(board.payload("connection:authenticated")
                            .get("granted_scopes")
                            .toString())
                    .isEqualTo("[\"status:read\"]");
        }
        assertThat(Device.refusal(gateway.url(), Map.of("Authorization", "Bearer swb_wrong")))
                .isEqualTo(401);
        assertThat(Device.refusal(gateway.url(), Map.of("Origin", "https://evil.example")))
                .isEqualTo(403);
    }

    @Test
    void the_gateway_says_that_it_goes() throws Exception {
        try (var board = gateway.login()) {
            board.next("status:agent");
            gateway.close();
            assertThat(board.payload("connection:close").get("reason").stringValue())
                    .isEqualTo("shutdown");
            assertThat(board.closeCode()).isEqualTo(1001);
        }
    }

    @Test
    void a_flood_is_slowed_and_every_message_of_it_is_answered_in_order() throws Exception {
        try (var board = gateway.login()) {
            var ids = IntStream.range(0, 700)
                    .mapToObj(_ -> board.send("ping", "{}"))
                    .toList();
            for (var id : ids) {
                assertThat(board.next("pong").get("in_reply_to").stringValue()).isEqualTo(id);
            }
        }
    }

    @Test
    void a_token_revoked_between_the_upgrade_and_the_login_is_shown_nothing() throws Exception {
        var made = gateway.token("{\"name\":\"wall\",\"scopes\":[\"task:read\",\"approval:respond\"]}");
        try (var board = Board.open(
                gateway.url(),
                Map.of("Authorization", "Bearer " + made.get("secret").stringValue()))) {
            revoke(made.get("token").get("token_id").stringValue());

            var id = auth(board, "\"scopes\":[\"*\"]");

            var refused = board.next();
            assertThat(refused.get("type").stringValue()).isEqualTo("connection:error");
            assertThat(refused.get("in_reply_to").stringValue()).isEqualTo(id);
            assertThat(refused.get("payload").get("code").stringValue()).isEqualTo("invalid_token");
            assertThat(refused.get("payload").get("message").stringValue()).isEqualTo("the token was revoked");
            assertThat(board.closeCode()).isEqualTo(4401);
        }
    }

    private static String auth(Board board, String fields) {
        return board.send("connection:auth", "{\"device_id\":\"board-1\",\"role\":\"operator\",%s}".formatted(fields));
    }

    private void revoke(String id) {
        var answer = gateway.gateway()
                .send(HttpRequest.newBuilder(gateway.gateway().http("/api/tokens/" + id))
                        .header("Authorization", "Bearer " + TestGateway.TOKEN)
                        .DELETE());
        assertThat(answer.statusCode()).isBetween(200, 204);
    }
}
