package dev.switchboard.app.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.command.GatewayRunner;
import dev.switchboard.app.command.Program;
import dev.switchboard.app.command.Screen;
import dev.switchboard.app.doctor.Finding;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code switchboard token} with a whole gateway. */
class TokenIT {
    @TempDir
    Path temp;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private TestGateway gateway;

    @BeforeEach
    void start() throws IOException {
        var data = Files.createDirectory(temp.resolve("data"));
        Files.writeString(data.resolve("operator.token"), TestGateway.TOKEN + "\n");
        gateway = TestGateway.start(data, ScriptedModel.echo());
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_new_token_is_alone_on_stdout_and_lets_in_at_once() {
        var secret = create("--name", "board", "--scopes", "status:read, task:read");
        assertThat(err.toString())
                .startsWith("Token ")
                .contains("(board) with status:read, task:read, without an end.", "shown this once");
        assertThat(status("/api/status", secret)).isEqualTo(200);
        assertThat(status("/api/tokens", secret)).isEqualTo(403);
    }

    @Test
    void without_scopes_it_may_submit_tasks_and_look_at_them() {
        create("--name", "board");
        assertThat(named("board").get("scopes").toString()).isEqualTo("[\"task:read\",\"task:write\"]");
    }

    @Test
    void it_ends_when_it_was_told_to() {
        create("--name", "days", "--expires", "30d");
        create("--name", "date", "--expires", "2199-12-01T00:00Z");
        var end = Instant.parse(named("days").get("expires_at").stringValue());
        assertThat(Duration.between(Instant.now(), end)).isBetween(Duration.ofDays(29), Duration.ofDays(30));
        assertThat(named("date").get("expires_at").stringValue()).isEqualTo("2199-12-01T00:00:00Z");
        assertThat(token("create", "--name", "n", "--expires", "2001-01-01T00:00Z"))
                .isEqualTo(2);
        assertThat(err.toString())
                .endsWith(
                        "switchboard: expires_at must be a time to come, such as 2030-01-31T12:00:00Z.%n".formatted());
    }

    @Test
    void the_list_shows_what_lives_and_on_request_what_does_not() {
        create("--name", "board\u202e");
        var id = named("board\u202e").get("token_id").stringValue();
        assertThat(token("list")).isZero();
        assertThat(out.toString().lines()).hasSize(3);
        assertThat(out.toString().lines().findFirst().orElseThrow())
                .matches("ID +NAME +CREATED +LAST SEEN +EXPIRES +SCOPES");
        assertThat(out.toString())
                .containsPattern(id + " +board<U\\+202E> +\\S+Z +never +never +task:read, task:write")
                .containsPattern("\\S+ \\* +operator +\\S+Z +\\S+Z +never ")
                .doesNotContain("\u202e", "swb_");
        clear();

        assertThat(token("revoke", id)).isZero();
        assertThat(out.toString()).isEqualTo("Revoked: %s%n".formatted(id));
        clear();
        assertThat(token("list")).isZero();
        assertThat(out.toString()).doesNotContain(id);
        clear();
        assertThat(token("list", "--all")).isZero();
        assertThat(out.toString()).containsPattern(id + " +\\S+ +\\S+Z +never +revoked +");
    }

    @Test
    void the_list_shows_all_of_them_however_many_pages_that_is() {
        for (int n = 0; n < 120; n++) {
            var wish = "{\"name\":\"n-%d\",\"scopes\":[\"status:read\"]}".formatted(n);
            var made = gateway.send(HttpRequest.newBuilder(gateway.http("/api/tokens"))
                    .header("Authorization", "Bearer " + TestGateway.TOKEN)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(wish)));
            assertThat(made.statusCode()).isEqualTo(201);
        }
        assertThat(token("list", "--json")).isZero();
        assertThat(out.toString().lines()).hasSize(121);
        assertThat(out.toString()).contains("\"n-0\"", "\"n-119\"", "\"operator\"");
    }

    @Test
    void what_is_revoked_lets_nobody_in_and_cannot_be_revoked_twice() {
        var secret = create("--name", "board");
        var id = named("board").get("token_id").stringValue();
        assertThat(token("revoke", id)).isZero();
        assertThat(status("/api/sessions", secret)).isEqualTo(401);
        for (var command : List.of("revoke", "rotate")) {
            clear();
            assertThat(token(command, id)).isEqualTo(1);
            assertThat(err.toString())
                    .isEqualTo("switchboard: there is no live token %s — switchboard token list shows them%n"
                            .formatted(id));
        }
    }

    @Test
    void the_last_administrator_stays() {
        var id = named("operator").get("token_id").stringValue();
        assertThat(token("revoke", id)).isEqualTo(1);
        assertThat(err.toString())
                .contains("nobody is left who can do what it does")
                .contains("rotate it");
    }

    @Test
    void a_rotated_token_has_another_secret_and_is_otherwise_the_same() {
        var old = create("--name", "board", "--scopes", "status:read", "--expires", "2199-12-01T00:00Z");
        var before = named("board");
        clear();
        assertThat(token("rotate", before.get("token_id").stringValue())).isZero();

        var fresh = out.toString().strip();
        assertThat(fresh).startsWith("swb_").isNotEqualTo(old);
        assertThat(err.toString()).contains("Revoked: " + before.get("token_id").stringValue());
        assertThat(status("/api/status", old)).isEqualTo(401);
        assertThat(status("/api/status", fresh)).isEqualTo(200);
        var after = named("board");
        assertThat(after.get("scopes")).isEqualTo(before.get("scopes"));
        assertThat(after.get("expires_at")).isEqualTo(before.get("expires_at"));
    }

    @Test
    void what_a_token_made_is_revoked_with_it_and_moves_over_when_it_is_rotated() throws IOException {
        var maker =
                Files.writeString(temp.resolve("maker"), create("--name", "maker", "--scopes", "admin,status:read"));
        clear();
        assertThat(run(
                        "token",
                        "create",
                        "--url",
                        url(),
                        "--token-file",
                        maker.toString(),
                        "--name",
                        "made",
                        "--scopes",
                        "status:read"))
                .isZero();
        var made = out.toString().strip();
        clear();

        assertThat(token("rotate", named("maker").get("token_id").stringValue()))
                .isZero();
        assertThat(status("/api/status", made)).isEqualTo(200);
        assertThat(named("made").get("made_by")).isEqualTo(named("maker").get("token_id"));

        assertThat(token("revoke", named("maker").get("token_id").stringValue()))
                .isZero();
        assertThat(status("/api/status", made)).isEqualTo(401);
    }

    @Test
    void rotating_the_token_in_use_says_where_the_new_one_belongs() {
        var id = named("operator").get("token_id").stringValue();
        assertThat(token("rotate", id)).isZero();
        assertThat(err.toString())
                .endsWith("That was the token of %s: put the new one there.%n"
                        .formatted(temp.resolve("data/operator.token")));
        assertThat(status("/api/tokens", out.toString().strip())).isEqualTo(200);
        assertThat(status("/api/tokens", TestGateway.TOKEN)).isEqualTo(401);
    }

    @Test
    void nobody_gives_or_rotates_what_they_do_not_have() throws IOException {
        var strong = create("--name", "strong", "--scopes", "terminal:write");
        var clerk =
                Files.writeString(temp.resolve("clerk"), create("--name", "clerk", "--scopes", "admin,status:read"));
        clear();
        assertThat(run(
                        "token",
                        "create",
                        "--url",
                        url(),
                        "--token-file",
                        clerk.toString(),
                        "--name",
                        "x",
                        "--scopes",
                        "status:read,terminal:write"))
                .isZero();
        assertThat(err.toString()).contains("It did not get terminal:write: the token of " + clerk);
        clear();
        var id = named("strong").get("token_id").stringValue();
        assertThat(run("token", "rotate", "--url", url(), "--token-file", clerk.toString(), id))
                .isEqualTo(3);
        assertThat(err.toString())
                .contains("the token of %s cannot rotate it. Your token does not have terminal:write".formatted(clerk));
        assertThat(out.toString()).isEmpty();
        assertThat(status("/api/tokens", strong)).as("it is still known").isEqualTo(403);
        assertThat(live().filter(token -> token.get("name").stringValue().equals("strong")))
                .hasSize(1);
    }

    @Test
    void a_token_that_may_not_is_told_which_scope_it_takes() throws IOException {
        var file = Files.writeString(temp.resolve("token"), create("--name", "board"));
        clear();
        assertThat(run("token", "list", "--url", url(), "--token-file", file.toString()))
                .isEqualTo(3);
        assertThat(err.toString())
                .isEqualTo("switchboard: the token of %s may not manage tokens — use one that has the scope admin%n"
                        .formatted(file));
    }

    @Test
    void json_is_what_the_gateway_says() {
        assertThat(token("create", "--json", "--name", "board")).isZero();
        var made = Json.mapper().readTree(out.toString());
        assertThat(made.get("secret").stringValue()).startsWith("swb_");
        assertThat(err.toString()).isEmpty();
        clear();
        assertThat(token("list", "--json")).isZero();
        assertThat(out.toString().lines().map(line -> Json.mapper().readTree(line)))
                .contains(made.get("token"))
                .hasSize(2);
        clear();
        var id = made.get("token").get("token_id").stringValue();
        assertThat(token("revoke", "--json", id)).isZero();
        assertThat(out.toString()).isEqualTo("{\"token_id\":\"%s\",\"revoked\":true}%n".formatted(id));
    }

    private String create(String... words) {
        clear();
        assertThat(token("create", words)).as(err.toString()).isZero();
        var secret = out.toString().strip();
        assertThat(secret).matches("swb_\\S+");
        out.getBuffer().setLength(0);
        return secret;
    }

    private void clear() {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
    }

    private Stream<JsonNode> live() {
        return gateway.get("/api/tokens").get("tokens").valueStream().filter(token -> !token.has("revoked_at"));
    }

    private JsonNode named(String name) {
        return live().filter(token -> token.get("name").stringValue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private int status(String path, String secret) {
        return gateway.send(HttpRequest.newBuilder(gateway.http(path)).header("Authorization", "Bearer " + secret))
                .statusCode();
    }

    private String url() {
        return "http://127.0.0.1:" + gateway.port();
    }

    private int token(String command, String... words) {
        var all = new ArrayList<>(List.of(
                "token", command, "--url", url(), "--data", temp.resolve("data").toString()));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    private int run(String... words) {
        var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
        GatewayRunner none = (_, _) -> {
            throw new AssertionError("nothing is served");
        };
        return new Program(none, _ -> new Finding.Fine("fine"), Clock.systemUTC(), Map.of(), screen).run(words);
    }
}
