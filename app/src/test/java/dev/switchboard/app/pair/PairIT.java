package dev.switchboard.app.pair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.command.GatewayRunner;
import dev.switchboard.app.command.Program;
import dev.switchboard.app.command.Screen;
import dev.switchboard.app.doctor.Finding;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code switchboard pair} with a whole gateway, and the life of the browser it signs in. */
class PairIT {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

    @TempDir
    Path data;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private TestGateway gateway;
    private String cookie = "";
    private String value = "";

    @BeforeEach
    void start() throws IOException {
        Files.writeString(data.resolve("operator.token"), TestGateway.TOKEN + "\n");
        gateway = TestGateway.start(data, ScriptedModel.echo());
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void the_link_is_alone_on_stdout_and_signs_in_once() {
        assertThat(pair()).as(err.toString()).isZero();
        var link = out.toString().strip();
        assertThat(link).matches("http://127\\.0\\.0\\.1:%d/#code=[A-Za-z0-9_-]{22}".formatted(gateway.port()));
        assertThat(err.toString())
                .matches("Open this in the browser to sign in; it works once, until [-0-9]+T[0-9:]{8}Z:\\R");

        var code = link.substring(link.indexOf('=') + 1);
        assertThat(signIn(code).statusCode()).isEqualTo(200);
        assertThat(signIn(code).statusCode()).isEqualTo(401);
    }

    @Test
    void json_is_what_the_gateway_says() {
        assertThat(pair("--json")).isZero();
        var said = Json.mapper().readTree(out.toString());
        assertThat(said.path("url").stringValue())
                .endsWith("/" + said.path("url_fragment").stringValue());
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_token_that_may_not_is_told_which_scope_it_takes() throws IOException {
        var tokens = gateway.gateway().store().tokens();
        var reader =
                tokens.mint(tokens.find(TestGateway.TOKEN).orElseThrow(), "reader", Set.of(Scope.STATUS_READ), null);
        var file = Files.writeString(data.resolve("reader.token"), reader.secret());
        assertThat(pair("--token-file", file.toString())).isEqualTo(3);
        assertThat(err.toString())
                .isEqualTo("switchboard: the token of %s may not sign browsers in — use one that has the scope admin%n"
                        .formatted(file));
    }

    @Test
    void help_ends_with_an_example() {
        assertThat(pair("--help")).isZero();
        assertThat(out.toString()).contains("--url", "--data", "--token-file", "--json");
        assertThat(out.toString().lines().toList().getLast()).contains("  switchboard pair --url ");
    }

    @Test
    void a_browser_is_still_signed_in_after_a_restart_until_it_is_revoked_and_its_socket_closes() throws Exception {
        signedIn();
        var listed = send("GET", "/api/browsers", "").path("browsers").path(0);
        assertThat(listed.path("name").stringValue()).isEqualTo("Firefox on Linux");
        var id = listed.path("browser_id").stringValue();
        send("PATCH", "/api/browsers/" + id, "{\"name\":\"desk\"}");

        gateway.close();
        gateway = TestGateway.start(data, ScriptedModel.echo());

        var self = send("GET", "/api/session", "");
        assertThat(self.path("name").stringValue()).isEqualTo("desk");
        assertThat(self.path("version").stringValue()).isEqualTo("test");
        var closed = boardOfTheBrowser();
        assertThat(status("DELETE", "/api/browsers/" + id, "")).isEqualTo(204);
        assertThat(closed.get(10, TimeUnit.SECONDS)).isEqualTo(4401);
        assertThat(status("GET", "/api/session", "")).isEqualTo(401);
    }

    @Test
    void a_replaced_operator_file_ends_the_old_token_and_keeps_what_it_made_and_its_browsers() throws Exception {
        signedIn();
        var made = made("made");
        gateway.close();
        gateway = TestGateway.start(data, "swb_another-operator-token", ScriptedModel.echo());

        assertThat(bearer("/api/tokens", TestGateway.TOKEN)).isEqualTo(401);
        assertThat(bearer("/api/tokens", "swb_another-operator-token")).isEqualTo(200);
        assertThat(bearer("/api/status", made)).isEqualTo(200);
        assertThat(status("GET", "/api/session", "")).isEqualTo(200);
    }

    /** Returns once the board is let in; completes with the code it is closed with. */
    private CompletableFuture<Integer> boardOfTheBrowser() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        var closed = new CompletableFuture<Integer>();
        var listener = new WebSocket.Listener() {
            @Override
            public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
                heard.add(text.toString());
                socket.request(1);
                return null;
            }

            @Override
            public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                closed.complete(code);
                return null;
            }
        };
        var socket = HTTP.newWebSocketBuilder()
                .header("Cookie", cookieNow())
                .subprotocols("switchboard.board.v1", "switchboard.session." + value)
                .buildAsync(URI.create("ws://127.0.0.1:%d/api/board/ws".formatted(gateway.port())), listener)
                .join();
        socket.sendText("""
            {"type":"connection:auth","id":"a-1","payload":{"device_id":"b","role":"operator","scopes":["*"]}}
            """, true).join();
        String said = "";
        while (!said.contains("connection:authenticated")) {
            said = Objects.requireNonNull(heard.poll(10, TimeUnit.SECONDS), "the board was not let in");
        }
        return closed;
    }

    private void signedIn() {
        assertThat(pair()).isZero();
        var answer = signIn(out.toString().strip().replaceFirst(".*#code=", ""));
        cookie = answer.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst("^[^=]*=([^;]*);.*", "$1");
        value = Json.mapper().readTree(answer.body()).path("csrf").stringValue();
    }

    /** Named for the port, which another start changes in this test. */
    private String cookieNow() {
        return "switchboard_%d=%s".formatted(gateway.port(), cookie);
    }

    private String made(String name) {
        var tokens = gateway.gateway().store().tokens();
        return tokens.mint(tokens.find(TestGateway.TOKEN).orElseThrow(), name, Set.of(Scope.STATUS_READ), null)
                .secret();
    }

    private HttpResponse<String> signIn(String code) {
        return gateway.send(HttpRequest.newBuilder(gateway.http("/api/session"))
                .header("Content-Type", "application/json")
                .header("User-Agent", FIREFOX)
                .POST(BodyPublishers.ofString("{\"code\":\"%s\"}".formatted(code))));
    }

    private int bearer(String path, String token) {
        return gateway.send(HttpRequest.newBuilder(gateway.http(path)).header("Authorization", "Bearer " + token))
                .statusCode();
    }

    private int status(String method, String path, String body) {
        return asBrowser(method, path, body).statusCode();
    }

    private JsonNode send(String method, String path, String body) {
        var answer = asBrowser(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.mapper().readTree(answer.body());
    }

    private HttpResponse<String> asBrowser(String method, String path, String body) {
        var request = HttpRequest.newBuilder(gateway.http(path))
                .header("Cookie", cookieNow())
                .header("X-Switchboard-Session", value)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return gateway.send(body.isEmpty() ? request : request.header("Content-Type", "application/json"));
    }

    private int pair(String... more) {
        var words = new ArrayList<>(
                List.of("pair", "--url", "http://127.0.0.1:" + gateway.port(), "--data", data.toString()));
        words.addAll(List.of(more));
        var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
        GatewayRunner none = (_, _) -> {
            throw new AssertionError("nothing is served");
        };
        return new Program(none, _ -> new Finding.Fine("fine"), Clock.systemUTC(), Map.of(), screen)
                .run(words.toArray(String[]::new));
    }
}
