package dev.switchboard.app.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** From what an agent's tool says of a file to the file itself, with a whole gateway and real files. */
class FileBehindARowIT {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private BoardGateway gateway;
    private String session = "";

    @BeforeEach
    void anAgentThatWroteAFile() throws Exception {
        gateway = new BoardGateway(folder, ScriptedModel.echo())
                .mode(ApprovalMode.ALWAYS_EXECUTE)
                .start();
        Files.createDirectory(gateway.workspace.resolve("garden"));
        session = Json.mapper()
                .readTree(post("{\"agent\":\"other\",\"working_dir\":\"garden\"}"))
                .get("session_id")
                .stringValue();
        gateway.other.script((request, listener) -> request.messages().getLast() instanceof ModelMessage.ToolResult
                ? ModelReply.text("Planted.")
                : new ModelReply(
                        "",
                        null,
                        List.of(new ToolCall(
                                "c1",
                                "write",
                                "{\"path\":\"./beds/../beds/one.txt\",\"content\":\"zinnia\\naster\\n%s\\n\"}"
                                        .formatted(TestGateway.TOKEN))),
                        null,
                        ModelReply.Finish.TOOL_CALLS));
        try (var board = gateway.login()) {
            board.submit("{\"goal\":\"plant it\",\"options\":{\"session_id\":\"%s\"}}".formatted(session));
            board.next("task:completed");
        }
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void the_row_of_a_call_leads_to_the_lines_it_speaks_of() throws Exception {
        var file = written();
        var path = file.get("viewerPath").stringValue();
        assertThat(path).isEqualTo("beds/one.txt");

        var answer = get("?path=%s&start=%d&end=%d"
                .formatted(
                        path,
                        file.at("/area/startLine").intValue(),
                        file.at("/area/endLine").intValue()));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer).get("text").stringValue()).isEqualTo("zinnia\naster\n••••\n");
        assertThat(json(answer).get("bytes").intValue()).isEqualTo(13 + TestGateway.TOKEN.length() + 1);
        assertThat(json(get("?path=%s&start=2&end=2".formatted(path))).toString())
                .isEqualTo("""
                    {"path":"beds/one.txt","viewer_path":"beds/one.txt","area":{"start_line":2,"end_line":2},"text":"aster\\n","bytes":%d,"truncated":true}\
                    """.formatted(14 + TestGateway.TOKEN.length()));
    }

    @Test
    void it_leads_nowhere_else() throws Exception {
        Files.writeString(gateway.workspace.resolve("other.txt"), "of another session");
        Files.createSymbolicLink(gateway.workspace.resolve("garden/link"), Path.of("../other.txt"));

        for (var path : List.of("../other.txt", "link", "/etc/passwd", gateway.workspace + "/other.txt")) {
            for (var download : List.of("", "&download=1")) {
                var answer = get("?path=" + path + download);
                assertThat(answer.statusCode()).as(path).isEqualTo(400);
                assertThat(json(answer).at("/error/code").stringValue()).isEqualTo("outside_workspace");
            }
        }
    }

    @Test
    void a_large_file_is_downloaded_as_it_is_by_those_who_may_write() throws Exception {
        var content = new byte[20_000_000];
        new Random(11).nextBytes(content);
        Files.write(gateway.workspace.resolve("garden/photo of a \"zinnia\".jpg"), content);
        var path = "?download=1&path=photo%20of%20a%20%22zinnia%22.jpg";

        var answer = HTTP.send(request(path, TestGateway.TOKEN).build(), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.body()).isEqualTo(content);
        assertThat(answer.headers().firstValueAsLong("Content-Length")).hasValue(content.length);
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"photo of a _zinnia_.jpg\"; "
                        + "filename*=UTF-8''photo%20of%20a%20%22zinnia%22.jpg");
        var head = HTTP.send(request(path, TestGateway.TOKEN).HEAD().build(), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(content.length);
        assertThat(head.body()).isEmpty();

        var reader = gateway.token("{\"name\":\"reader\",\"scopes\":[\"task:read\"]}")
                .get("secret")
                .stringValue();
        assertThat(HTTP.send(request(path, reader).build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(403);
        assertThat(json(get("?path=photo%20of%20a%20%22zinnia%22.jpg"))
                        .at("/error/code")
                        .stringValue())
                .isEqualTo("not_text");
    }

    /** What the tool's result says of the file it wrote. */
    private JsonNode written() {
        return gateway.gateway()
                .get("/api/sessions/%s/events".formatted(session))
                .get("events")
                .valueStream()
                .map(line -> line.get("event"))
                .filter(event -> event.get("type").stringValue().equals("tool_end"))
                .map(event -> event.at("/result/file"))
                .findFirst()
                .orElseThrow();
    }

    private HttpResponse<String> get(String query) throws IOException, InterruptedException {
        return HTTP.send(request(query, TestGateway.TOKEN).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String query, String token) {
        return HttpRequest.newBuilder(gateway.gateway().http("/api/sessions/%s/file%s".formatted(session, query)))
                .header("Authorization", "Bearer " + token);
    }

    private String post(String json) {
        return gateway.gateway()
                .send(HttpRequest.newBuilder(gateway.gateway().http("/api/sessions"))
                        .header("Authorization", "Bearer " + TestGateway.TOKEN)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json)))
                .body();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.mapper().readTree(answer.body());
    }
}
