package dev.switchboard.edge.api;

import static dev.switchboard.edge.api.TestGateway.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.edge.auth.TestRequest;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.Json;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which scope it takes follows from the kind of the session, on every route that is about one. */
class ScopesOfKindsTest {
    private static final List<Scope> OF_SESSIONS =
            List.of(Scope.TASK_READ, Scope.TASK_WRITE, Scope.TERMINAL_READ, Scope.TERMINAL_WRITE);

    /** @param writes whether it takes the scope for writing */
    private record About(String method, String path, boolean writes) {
        TestRequest of(String session) {
            var request = TestRequest.of(method, path.replace("{s}", session));
            return method.equals("GET")
                    ? request
                    : request.header("Content-Type", "application/json")
                            .body("{\"agent\":\"coder\",\"message_id\":\"m-1\",\"text\":\"t\"}");
        }
    }

    private static final List<About> ROUTES = List.of(
            new About("GET", "/api/sessions/{s}/events", false),
            new About("GET", "/api/runs/run-{s}", false),
            new About("GET", "/api/events/event-1/result", false),
            new About("GET", "/api/sessions/{s}/file?path=a.txt", false),
            new About("GET", "/api/sessions/{s}/file?path=a.txt&download=1", true),
            new About("PATCH", "/api/sessions/{s}", true),
            new About("DELETE", "/api/sessions/{s}", true),
            new About("POST", "/api/sessions/{s}/reset", true),
            new About("POST", "/api/sessions/{s}/stop", true),
            new About("POST", "/api/sessions/{s}/agent", true),
            new About("POST", "/api/runs/run-{s}/messages", true));

    private static final About SOCKET = new About("GET", "/ws/{s}", false);

    private final TestGateway gateway = new TestGateway();

    static Stream<Arguments> everyKindOnEveryRoute() {
        return Stream.of(SessionKind.values()).flatMap(kind -> ROUTES.stream().map(route -> Arguments.of(kind, route)));
    }

    @ParameterizedTest
    @MethodSource("everyKindOnEveryRoute")
    void itTakesTheScopeOfTheKindAndNoOther(SessionKind kind, About route) {
        gateway.sessions.put("1", kind);
        gateway.sessions.put(MemoryJournal.SESSION.value(), kind);
        gateway.journal.gave("event-1", Json.mapper().createObjectNode().put("ok", true));
        gateway.ledger.ran(
                new Ledger.RunSummary(RememberedControls.RUN, new SessionId("1"), "m-1", Instant.EPOCH, null, 1, null));
        gateway.files.put(gateway.sessions.workspace.resolve("a.txt"), "text\n");
        var needed = route.writes() ? kind.writing() : kind.reading();

        var others = EnumSet.copyOf(Scope.all());
        others.remove(needed);
        var refused = ask(route, "1", others.toArray(Scope[]::new));
        assertError(refused, 403, "missing_scope");
        assertThat(TestGateway.text(refused)).contains(needed.wireName());
        for (var other : OF_SESSIONS) {
            if (other != needed) {
                assertError(ask(route, "1", other), 403, "missing_scope");
            }
        }
        if (route.path().endsWith("/reset") && !kind.isConversation()) {
            assertError(ask(route, "1", needed), 409, "not_supported");
        } else {
            assertThat(ask(route, "1", needed).status()).as("with %s", needed).isBetween(200, 204);
        }
    }

    @ParameterizedTest
    @MethodSource("everyKindOnEveryRoute")
    void whoMaySeeSomeSessionLearnsThatThereIsNoSuchOne(SessionKind kind, About route) {
        assertError(ask(route, "nobody", kind.reading()), 404, "not_found");
        assertError(ask(route, "nobody", Scope.STATUS_READ, Scope.APPROVAL_RESPOND), 403, "missing_scope");
    }

    /** What is written on it is judged frame by frame. */
    @ParameterizedTest
    @EnumSource(SessionKind.class)
    void aSocketOpensWithTheReadingScopeOfTheKindAndNoOther(SessionKind kind) {
        gateway.sessions.put("1", kind);
        var others = EnumSet.copyOf(Scope.all());
        others.remove(kind.reading());
        var refused = ask(SOCKET, "1", others.toArray(Scope[]::new));
        assertError(refused, 403, "missing_scope");
        assertThat(TestGateway.text(refused)).contains(kind.reading().wireName());
        assertThat(ask(SOCKET, "1", kind.reading()).status())
                .as("let in, if it came for a socket")
                .isEqualTo(426);
    }

    @Test
    void aSocketOfAnIdThatNobodyUsesIsAChats() {
        assertThat(ask(SOCKET, "nobody", Scope.TASK_READ).status()).isEqualTo(426);
        assertError(ask(SOCKET, "nobody", Scope.TERMINAL_READ), 403, "missing_scope");
        assertError(ask(SOCKET, "nobody", Scope.STATUS_READ, Scope.TASK_WRITE), 403, "missing_scope");
    }

    /** Terminals and programs are made by hand: saying something to one that is not there makes none. */
    @Test
    void aSocketOfATerminalThatIsNotThereDoesNotOpen() {
        assertError(ask(SOCKET, "session-1741995001000", Scope.TASK_READ, Scope.TASK_WRITE), 404, "not_found");
        assertError(ask(SOCKET, "session-1741995001000", Scope.TERMINAL_READ), 404, "not_found");
        assertError(ask(SOCKET, "session-1741995001000", Scope.STATUS_READ), 403, "missing_scope");
        gateway.sessions.put("session-1741995001000", SessionKind.TERMINAL);
        assertThat(ask(SOCKET, "session-1741995001000", Scope.TERMINAL_READ).status())
                .isEqualTo(426);
    }

    private Response.Full ask(About route, String session, Scope... scopes) {
        return gateway.ask(route.of(session).bearer(gateway.tokenWith(scopes)));
    }
}
