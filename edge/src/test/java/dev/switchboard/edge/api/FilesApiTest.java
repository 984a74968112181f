package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.header;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilesApiTest {
    private static final Path WORK = Path.of("/srv/files");
    private static final String FILE = "/api/sessions/s-1/file";

    private final TestGateway gateway = new TestGateway();

    @BeforeEach
    void aSession() {
        gateway.sessions.workspace = WORK;
        gateway.sessions.put("s-1", SessionKind.AGENT);
    }

    @Test
    void linesOfAFileAreShownWithWhereTheyStand() throws IOException {
        gateway.files.put(WORK.resolve("notes/SOUL.md"), "# SOUL\n\nBe kind.\nBe brief.\n");

        var answer = read("?path=./notes/SOUL.md&start=2&end=3");

        assertThat(answer.status()).isEqualTo(200);
        try (var golden = FilesApiTest.class.getResourceAsStream("/golden/http/file.json")) {
            assertThat(json(answer)).isEqualTo(Json.mapper().readTree(golden));
        }
        assertThat(Files.readString(Path.of("../docs/protocols/http.md"))).contains(text(answer));
    }

    @Test
    void withoutARangeItIsTheWholeFileAndAnEmptyOneHasNoArea() {
        gateway.files.put(WORK.resolve("a.txt"), "one\ntwo");
        gateway.files.put(WORK.resolve("empty"), "");

        assertThat(text(read("?path=a.txt"))).isEqualTo("""
            {"path":"a.txt","viewer_path":"a.txt","area":{"start_line":1,"end_line":2},"text":"one\\ntwo","bytes":7,"truncated":false}\
            """);
        assertThat(text(read("?path=empty"))).isEqualTo("""
            {"path":"empty","viewer_path":"empty","text":"","bytes":0,"truncated":false}\
            """);
    }

    @Test
    void aSessionWithAFolderOfItsOwnShowsTheFilesOfThatFolder() {
        var own = gateway.sessions.create(new Sessions.NewSession(
                SessionKind.AGENT, "Garden", null, WORK.resolve("garden").toString(), null, null));
        gateway.files.put(WORK.resolve("garden/seeds.txt"), "zinnia\n");
        var path = "/api/sessions/%s/file?path=seeds.txt".formatted(own.id().value());

        assertThat(json(gateway.ask(TestRequest.get(path).bearer(OPERATOR)))
                        .path("text")
                        .asString())
                .isEqualTo("zinnia\n");
    }

    @Test
    void secretsAreMaskedAndSoIsTheBeginningOfOneThatWasCut() {
        gateway.files.put(WORK.resolve("env"), "KEY=%s\nnext\n".formatted(OPERATOR));
        gateway.files.put(WORK.resolve(OPERATOR), "");
        gateway.files.put(WORK.resolve("long"), "x ".repeat(500) + OPERATOR);
        gateway.files.most = 1000 + OPERATOR.length() - 1;

        assertThat(json(read("?path=long")).path("text").asString()).isEqualTo("x ".repeat(500));
        assertThat(json(read("?path=env")).path("text").asString()).isEqualTo("KEY=••••\nnext\n");
        assertThat(text(read("?path=" + OPERATOR))).doesNotContain(OPERATOR);
        assertThat(text(read("?path=no-" + OPERATOR))).doesNotContain(OPERATOR);
        gateway.files.refuse(WORK.resolve("x"), new NotShown.Missing(OPERATOR));
        assertThat(text(read("?path=x"))).contains("Did you mean ••••?");
    }

    @Test
    void whatCannotBeShownIsSaidWithTheNextStep() {
        for (var path : List.of("folder", "pipe", "binary", "out", "short", "gone", "odd", "locked")) {
            gateway.files.refuse(
                    WORK.resolve(path),
                    switch (path) {
                        case "folder" -> new NotShown.NoFile(true);
                        case "pipe" -> new NotShown.NoFile(false);
                        case "binary" -> new NotShown.NoText();
                        case "out" -> new NotShown.Outside();
                        case "short" -> new NotShown.BeyondEnd(1);
                        case "gone" -> new NotShown.Missing("gong");
                        case "odd" -> new NotShown.NoPath("it is odd");
                        default -> new NotShown.Unreadable("the gateway has no permission");
                    });
        }
        told("folder", 409, "not_a_file", "folder is a folder. Give the path of a file in it.");
        told("pipe", 409, "not_a_file", "pipe is a pipe, a socket or a device");
        told("binary", 409, "not_text", "Get it as it is with download=1.");
        told("out", 400, "outside_workspace", "Give a path of a file in it, relative to it.");
        told("short&start=7", 400, "beyond_end", "short has 1 line, and 7 is after the last.");
        told("gone", 404, "not_found", "Did you mean gong?");
        told("odd", 400, "invalid", "This path cannot be used: it is odd.");
        told("locked", 409, "unreadable", "locked cannot be read: the gateway has no permission.");
        assertError(read("?path=gone&download=1"), 404, "not_found");
    }

    private void told(String query, int status, String code, String words) {
        var answer = read("?path=" + query);
        assertError(answer, status, code);
        assertThat(json(answer).at("/error/message").asString()).contains(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "?path=",
                "?path=a&start=0",
                "?path=a&end=x",
                "?path=a&start=3&end=2",
                "?path=a&download=yes",
                "?path=a&download=1&start=1",
                "?path=a&download=1&end=2"
            })
    void aQueryThatMakesNoSenseIsRefused(String query) {
        gateway.files.put(WORK.resolve("a"), "text\n");
        assertError(read(query), 400, "invalid");
    }

    @Test
    void aDownloadIsTheFileAsItIs() {
        var content = new byte[100_000];
        new java.util.Random(7).nextBytes(content);
        gateway.files.put(WORK.resolve("grün.bin"), content);

        var answer = read("?path=gr%C3%BCn.bin&download=1");

        assertThat(answer.body()).isEqualTo(content);
        assertThat(header(answer, "Content-Length")).isEqualTo("100000");
        assertThat(header(answer, "Content-Type")).isEqualTo("application/octet-stream");
        assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(answer, "Content-Disposition"))
                .isEqualTo("attachment; filename=\"gr_n.bin\"; filename*=UTF-8''gr%C3%BCn.bin");
        assertThat(gateway.files.open).as("files left open").isZero();
    }

    @Test
    void aDownloadNeedsTheScopeForWritingAndNotTheOneForReading() {
        gateway.files.put(WORK.resolve("env"), "KEY=" + OPERATOR);
        var reader = gateway.tokenWith(Scope.TASK_READ);
        var writer = gateway.tokenWith(Scope.TASK_WRITE);

        assertError(ask("?path=env&download=1", reader), 403, "missing_scope");
        assertThat(text(ask("?path=env&download=1", writer))).isEqualTo("KEY=" + OPERATOR);
        assertError(ask("?path=env", writer), 403, "missing_scope");
        assertThat(text(ask("?path=env", reader))).contains("KEY=••••");
    }

    @Test
    void aDownloadOfAFileThatBecameShorterIsNoWholeAnswer() {
        gateway.files.put(WORK.resolve("log"), "0123456789");
        gateway.files.missing = 3;

        assertThatThrownBy(() -> read("?path=log&download=1")).hasCauseInstanceOf(IOException.class);
        assertThat(gateway.files.open).isZero();
    }

    @Test
    void aDownloadThatNobodyReadsIsCutWhenItsTokenIsRevoked() {
        gateway.files.put(WORK.resolve("log"), "0123456789");
        var reader = gateway.tokens.given(null, Scope.TASK_WRITE);
        var client = new Deaf(begin(reader.secret(), 1).getFirst());
        await().untilAsserted(() -> assertThat(gateway.open.size()).isEqualTo(1));

        gateway.ask(TestRequest.delete("/api/tokens/" + reader.token().id()).bearer(OPERATOR));

        assertThat(client.isCut()).isTrue();
        await().untilAsserted(() -> assertThat(gateway.files.open).isZero());
    }

    @Test
    void whoReadsManyFilesAtOnceIsToldToWaitAndOthersAreServed() {
        gateway.files.put(WORK.resolve("log"), "0123456789");
        var greedy = gateway.tokenWith(Scope.TASK_READ, Scope.TASK_WRITE);
        var begun = begin(greedy, FilesApi.MOST_OF_ONE);

        var refused = ask("?path=log&download=1", greedy);
        assertError(refused, 429, "too_many_files");
        assertThat(header(refused, "Retry-After")).isEqualTo("1");
        assertError(ask("?path=log", greedy), 429, "too_many_files");
        assertThat(ask("?path=log", OPERATOR).status()).isEqualTo(200);

        begun.getFirst().over();
        for (int i = 0; i < 3; i++) { // each gives back what it took, found or not
            assertThat(ask("?path=log", greedy).status()).isEqualTo(200);
            assertThat(ask("?path=none&download=1", greedy).status()).isEqualTo(404);
            assertThat(ask("?path=none", greedy).status()).isEqualTo(404);
        }
    }

    private List<Response.BodyWriter> begin(String secret, int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> (Response.Streamed) gateway.router.handle(TestRequest.get(FILE + "?path=log&download=1")
                        .bearer(secret)
                        .build()))
                .map(Response.Streamed::writer)
                .toList();
    }

    private Response.Full read(String query) {
        return ask(query, OPERATOR);
    }

    private Response.Full ask(String query, String secret) {
        return gateway.ask(TestRequest.get(FILE + query).bearer(secret));
    }
}
