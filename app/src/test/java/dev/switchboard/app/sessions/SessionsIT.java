package dev.switchboard.app.sessions;

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
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code switchboard sessions} with a whole gateway. */
class SessionsIT {
    @TempDir
    Path temp;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private boolean terminal;
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
    void a_pipe_gets_a_line_a_session_the_latest_first() {
        var garden = made("The garden");
        var kitchen = made("The kitchen\u202e");
        assertThat(sessions()).as(err.toString()).isZero();
        var lines = out.toString().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith(kitchen + "\tagent\tIDLE\t").endsWith("\tThe kitchen<U+202E>");
        assertThat(lines.get(1)).startsWith(garden + "\tagent\tIDLE\t").endsWith("\tThe garden");
        assertThat(lines).allSatisfy(line -> assertThat(line.split("\t")).hasSize(6));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_person_gets_a_table() {
        var garden = made("The garden");
        terminal = true;
        assertThat(sessions()).isZero();
        assertThat(out.toString().lines().findFirst().orElseThrow())
                .matches("ID +KIND +STATE +LAST EVENT +AGENT +NAME");
        assertThat(out.toString()).containsPattern(garden + " +agent +IDLE +\\S+ +\\S+ +The garden");
        clear();
        assertThat(sessions("--archived")).isZero();
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).isEqualTo("There is no such session.%n".formatted());
    }

    @Test
    void words_a_kind_and_a_state_narrow_the_list() {
        var garden = made("The garden");
        made("The kitchen");
        assertThat(sessions("garden")).isZero();
        assertThat(ids()).containsExactly(garden);
        assertThat(sessions("--kind", "chat")).isZero();
        assertThat(ids()).isEmpty();
        assertThat(sessions("--kind", "agent", "--state", "idle")).isZero();
        assertThat(ids()).hasSize(2);
        assertThat(sessions("--state", "waiting-approval")).isZero();
        assertThat(ids()).isEmpty();
        assertThat(sessions("--kind", "chats")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("switchboard: There is no kind \"chats\". Did you mean \"chat\"?%n".formatted());
    }

    @Test
    void a_list_is_read_page_by_page_up_to_its_bound() {
        for (int i = 0; i < 7; i++) {
            made("garden " + i);
        }
        assertThat(sessions("--limit", "5")).isZero();
        assertThat(ids()).hasSize(5);
        assertThat(err.toString())
                .isEqualTo("There are more than 5: look for words, or see more with --limit.%n".formatted());
        clear();
        assertThat(sessions("--limit", "7", "garden")).isZero();
        assertThat(ids()).hasSize(7).doesNotHaveDuplicates();
    }

    @Test
    void a_session_is_renamed_put_away_and_brought_back() {
        var id = made("The garden");
        assertThat(sessions("rename", id, "The park")).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo("Renamed: %s (The park)%n".formatted(id));
        clear();
        assertThat(sessions("archive", id)).isZero();
        assertThat(out.toString()).isEqualTo("Archived: %s (The park)%n".formatted(id));
        clear();
        assertThat(sessions()).isZero();
        assertThat(ids()).isEmpty();
        assertThat(sessions("--archived")).isZero();
        assertThat(ids()).containsExactly(id);
        assertThat(sessions("unarchive", id)).isZero();
        assertThat(out.toString()).isEqualTo("Listed again: %s (The park)%n".formatted(id));
        clear();
        assertThat(sessions()).isZero();
        assertThat(ids()).containsExactly(id);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_session_is_reset_and_deleted_if_that_is_meant() {
        var id = made("The garden");
        assertThat(sessions("reset", id)).isEqualTo(2);
        assertThat(err.toString()).contains("add --yes if it is meant");
        clear();
        assertThat(sessions("reset", id, "--yes")).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo("Reset: %s (The garden)%n".formatted(id));
        clear();
        assertThat(sessions("delete", id, "--yes")).isZero();
        assertThat(out.toString()).isEqualTo("Deleted: %s%n".formatted(id));
        clear();
        assertThat(sessions()).isZero();
        assertThat(ids()).isEmpty();
        assertThat(sessions("reset", id, "--yes")).isEqualTo(1);
        assertThat(sessions("delete", id, "--yes")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no session " + id);
    }

    @Test
    void what_cannot_be_changed_is_said_with_the_next_step() {
        var id = made("The garden");
        assertThat(sessions("archive", "../none")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("switchboard: there is no session ../none — switchboard sessions shows those there are%n"
                        .formatted());
        clear();
        assertThat(sessions("rename", id, " ")).isEqualTo(2);
        assertThat(err.toString()).startsWith("switchboard: name must have 1 to ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_token_that_may_not_is_told_which_scope_it_takes() throws IOException {
        var id = made("The garden");
        assertThat(mayNot("status:read")).contains("may not list sessions — use one that has the scope task:read");
        assertThat(mayNot("task:read", "archive", id))
                .contains("may not change sessions — use one that has the scope task:write");
    }

    @Test
    void json_is_what_the_gateway_says() {
        var id = made("The garden");
        assertThat(sessions("--json")).isZero();
        assertThat(Json.mapper().readTree(out.toString()))
                .isEqualTo(gateway.get("/api/sessions").at("/sessions/0"));
        clear();
        assertThat(sessions("archive", "--json", id)).isZero();
        assertThat(Json.mapper().readTree(out.toString()))
                .isEqualTo(gateway.get("/api/sessions?archived=true").at("/sessions/0"));
    }

    private HttpResponse<String> post(String path, String json) {
        return gateway.send(HttpRequest.newBuilder(gateway.http(path))
                .header("Authorization", "Bearer " + TestGateway.TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private String made(String name) {
        var reply = post(
                "/api/sessions",
                Json.mapper().createObjectNode().put("name", name).toString());
        assertThat(reply.statusCode()).isEqualTo(201);
        return Json.mapper().readTree(reply.body()).get("session_id").stringValue();
    }

    private String mayNot(String scope, String... words) throws IOException {
        var reply = post("/api/tokens", "{\"name\":\"t\",\"scopes\":[\"%s\"]}".formatted(scope));
        var secret = Json.mapper().readTree(reply.body()).get("secret").stringValue();
        var file = Files.writeString(temp.resolve("token"), secret);
        clear();
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--token-file", file.toString()));
        assertThat(sessions(all.toArray(String[]::new))).isEqualTo(3);
        return err.toString();
    }

    private List<String> ids() {
        var ids = out.toString().lines().map(line -> line.split("\t")[0]).toList();
        out.getBuffer().setLength(0);
        return ids;
    }

    private void clear() {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
    }

    private int sessions(String... words) {
        var all = new ArrayList<>(List.of(
                "sessions",
                "--url",
                "http://127.0.0.1:" + gateway.port(),
                "--data",
                temp.resolve("data").toString()));
        all.addAll(List.of(words));
        var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), terminal, false);
        GatewayRunner none = (_, _) -> {
            throw new AssertionError("nothing is served");
        };
        return new Program(none, _ -> new Finding.Fine("fine"), Clock.systemUTC(), Map.of(), screen)
                .run(all.toArray(String[]::new));
    }
}
