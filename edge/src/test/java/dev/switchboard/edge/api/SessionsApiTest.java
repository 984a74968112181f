package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.OPERATOR;
import static dev.switchboard.edge.api.TestGateway.assertError;
import static dev.switchboard.edge.api.TestGateway.json;
import static dev.switchboard.edge.api.TestGateway.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionsApiTest {
    private static final String SESSION = "terminal-dev:local:a%2Fb c";
    private static final String WHERE = "/api/sessions/terminal-dev:local:a%252Fb%20c";
    private static final String PATH = WHERE + "/events";

    private final TestGateway gateway = new TestGateway();

    @Test
    void eventsComeInPagesAndEachSaysWhereToGoOn() {
        say(3);
        var first = json(get(PATH + "?limit=2"));
        assertThat(first.path("events").size()).isEqualTo(2);
        assertThat(first.path("next").asLong()).isEqualTo(2);
        assertThat(first.path("events").path(0).toString())
                .startsWith("{\"seq\":1,\"at\":\"2026-06-01T12:00:00Z\",\"event\":{\"type\":\"user_message\"");
        var second = json(get(PATH + "?after=2"));
        assertThat(second.path("events").path(0).path("seq").asLong()).isEqualTo(3);
        var third = json(get(PATH + "?after=3"));
        assertThat(third.path("events").size()).isZero();
        assertThat(third.path("next").asLong()).isEqualTo(3);
    }

    @Test
    void aCursorFromBeforeAResetGetsWhatIsLeftAndIsTold() {
        say(3);
        gateway.sessions.reset(new SessionId(SESSION), "default");
        gateway.ledger.say(SESSION, "after");

        var below = json(get(PATH + "?after=2"));
        assertThat(below.path("gap").asBoolean()).isTrue();
        assertThat(below.path("events").path(0).path("seq").asLong()).isEqualTo(4);
        assertThat(below.path("next").asLong()).isEqualTo(5);
        for (var after : List.of(0, 3, 4, 5)) {
            assertThat(json(get(PATH + "?after=" + after)).has("gap"))
                    .as("after=%d", after)
                    .isFalse();
        }
    }

    @Test
    void aStreamGoesOnAfterAResetAndEndsAfterADelete() throws InterruptedException {
        say(2);
        var client = open(TestRequest.get(PATH));
        client.awaitText("id: 2");
        gateway.ask(TestRequest.of("POST", WHERE + "/reset")
                .header("Content-Type", "application/json")
                .body("{}")
                .bearer(OPERATOR));
        gateway.ledger.say(SESSION, "after");
        client.awaitText("id: 4");
        assertThat(client.text()).contains("\"subtype\":\"new_session\"");

        var deleted = gateway.ask(TestRequest.of("DELETE", WHERE).bearer(OPERATOR));

        assertThat(deleted.status()).isEqualTo(204);
        assertThat(client.thread.join(Duration.ofSeconds(60))).isTrue();
        assertThat(client.ids()).endsWith("5");
        assertError(get(PATH), 404, "not_found");
    }

    @Test
    void aCursorNeverShowsAnotherSessionsEvents() {
        say(2);
        gateway.ledger.say("other", "private");
        assertThat(text(get(PATH))).doesNotContain("private");
        assertThat(text(get("/api/sessions/other/events"))).contains("private").doesNotContain("word 1");
    }

    @Test
    void anUnknownSessionOrRunIsNotFound() {
        assertError(get("/api/sessions/nobody/events"), 404, "not_found");
        assertError(get("/api/runs/nobody"), 404, "not_found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=501",
                "limit=x",
                "limit=",
                "after=-1",
                "after=1.5",
                "after=99999999999999999999"
            })
    void badNumbersAreSaidInWords(String query) {
        say(1);
        var answer = get(PATH + "?" + query);
        assertError(answer, 400, "invalid");
        assertThat(text(answer)).contains(query.substring(0, query.indexOf('=')) + " must be a whole number from");
    }

    @Test
    void aRunTellsHowItEnded() {
        var started = Instant.parse("2026-06-01T12:00:00Z");
        gateway.sessions.put("s", SessionKind.CHAT);
        gateway.ledger.ran(new Ledger.RunSummary(
                new RunId("r-1"), new SessionId("s"), "m-1", started, started.plusSeconds(2), 1, FinishReason.STOP));
        gateway.ledger.ran(new Ledger.RunSummary(new RunId("r-2"), new SessionId("s"), "m-2", started, null, 2, null));
        assertThat(text(get("/api/runs/r-1")))
                .isEqualTo("{\"run_id\":\"r-1\",\"session_id\":\"s\",\"message_id\":\"m-1\","
                        + "\"started_at\":\"2026-06-01T12:00:00Z\",\"finished_at\":\"2026-06-01T12:00:02Z\","
                        + "\"attempts\":1,\"finish_reason\":\"stop\"}");
        assertThat(text(get("/api/runs/r-2"))).doesNotContain("finish").contains("\"attempts\":2");
    }

    @Test
    void aStreamReplaysThenGoesOnWithoutGapOrRepeat() {
        say(3);
        var client = open(TestRequest.get(PATH + "?after=1"));
        client.awaitText("\"word 3\"");
        gateway.ledger.say(SESSION, "word 4");
        client.awaitText("\"word 4\"");
        assertThat(client.ids()).containsExactly("2", "3", "4");
        assertThat(client.text())
                .startsWith(": ")
                .contains("id: 2\ndata: {\"seq\":2,")
                .endsWith("}\n\n");
        client.leave();
        await().untilAsserted(() -> assertThat(gateway.open.size()).isZero());
    }

    @Test
    void aBrowserThatComesBackGetsWhatItMissed() {
        say(5);
        var client = open(TestRequest.get(PATH + "?after=0").header("Last-Event-ID", "3"));
        client.awaitText("\"word 5\"");
        assertThat(client.ids()).containsExactly("4", "5");
        client.leave();
        assertError(
                gateway.ask(streamOf(TestRequest.get(PATH))
                        .header("Last-Event-ID", "x")
                        .bearer(OPERATOR)),
                400,
                "invalid");
    }

    @Test
    void aStreamEndsWithItsToken() throws InterruptedException {
        say(1);
        var reader = gateway.tokens.given(null, Scope.TASK_READ);
        var client = open(TestRequest.get(PATH), reader.secret());
        client.awaitText("\"word 1\"");
        assertThat(gateway.open.size()).isEqualTo(1);
        gateway.ask(TestRequest.delete("/api/tokens/" + reader.token().id()).bearer(OPERATOR));
        assertThat(client.thread.join(Duration.ofSeconds(60))).isTrue();
        gateway.ledger.say(SESSION, "afterwards");
        assertThat(client.text()).doesNotContain("afterwards");
    }

    @Test
    void aStreamEndsWhenItsTokenExpires() throws InterruptedException {
        say(1);
        var reader = gateway.tokens.given(gateway.clock.instant().plusSeconds(60), Scope.TASK_READ);
        var client = open(TestRequest.get(PATH), reader.secret());
        client.awaitText("\"word 1\"");
        gateway.clock.pass(Duration.ofSeconds(60));
        gateway.open.sweep();
        assertThat(client.thread.join(Duration.ofSeconds(60))).isTrue();
    }

    @Test
    void nothingIsOpenedBeforeTheStreamIsWritten() {
        say(1);
        var answer = gateway.router.handle(
                streamOf(TestRequest.of("HEAD", PATH)).bearer(OPERATOR).build());
        assertThat(answer).isInstanceOf(Response.Streamed.class);
        assertThat(gateway.open.size()).isZero();
    }

    private void say(int count) {
        for (int i = 1; i <= count; i++) {
            gateway.ledger.say(SESSION, "word " + i);
        }
    }

    private Response.Full get(String target) {
        return gateway.ask(TestRequest.get(target).bearer(OPERATOR));
    }

    private static TestRequest streamOf(TestRequest request) {
        return request.header("Accept", "text/event-stream");
    }

    private Client open(TestRequest request) {
        return open(request, OPERATOR);
    }

    private Client open(TestRequest request, String secret) {
        var answer = gateway.router.handle(streamOf(request).bearer(secret).build());
        var stream = (Response.Streamed) answer;
        assertThat(stream.headers().first("Content-Type")).hasValue("text/event-stream");
        assertThat(stream.headers().first("Cache-Control")).hasValue("no-store");
        return new Client(stream.writer());
    }

    /** The far end of a stream. */
    private static final class Client implements Response.BodySink {
        private final StringBuffer received = new StringBuffer();
        private volatile boolean gone;
        private final Thread thread;

        Client(Response.BodyWriter writer) {
            thread = Thread.ofVirtual().start(() -> {
                try {
                    writer.write(this);
                } catch (IOException | InterruptedException e) {
                    received.append("!");
                }
            });
        }

        @Override
        public void write(byte[] bytes) {
            received.append(new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void cut() {
            leave();
        }

        @Override
        public boolean closedWithin(Duration patience) {
            return gone;
        }

        String text() {
            return received.toString();
        }

        List<String> ids() {
            return text().lines()
                    .filter(line -> line.startsWith("id: "))
                    .map(line -> line.substring(4))
                    .toList();
        }

        void awaitText(String part) {
            await().untilAsserted(() -> assertThat(text()).contains(part));
        }

        void leave() {
            gone = true;
            thread.interrupt();
        }
    }
}
