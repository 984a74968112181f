package dev.switchboard.edge.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.control.Resets;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.text.NearestWord;
import dev.switchboard.protocol.lobby.SessionLine;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** The list of sessions, and what is done to one of them: made, renamed, pinned, put away, reset, deleted. */
public final class SessionListApi {
    private static final int DEFAULT_PAGE = 100;
    private static final int MAX_WORDS = 400;
    private static final int MAX_ID = 128;
    private static final String UNNAMED = "New session";

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SessionPage(List<SessionLine> sessions, @Nullable String next) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Making(
            @Nullable String name,
            @Nullable String agent,
            @Nullable String workingDir,
            @Nullable String requestId) {}

    record Changing(
            @Nullable String name,
            @Nullable Boolean pinned,
            @Nullable Boolean archived) {}

    private final Sessions sessions;
    private final SessionDoor door;
    private final SessionAgents agents;
    private final Resets resets;

    public SessionListApi(Sessions sessions, SessionAgents agents, Resets resets) {
        this.sessions = sessions;
        this.resets = resets;
        this.door = new SessionDoor(sessions);
        this.agents = agents;
    }

    public List<Route> routes() {
        return List.of(
                new Route("GET", "/api/sessions", SessionDoor.READING, this::list),
                new Route("POST", "/api/sessions", new Access.Needs(Scope.TASK_WRITE), this::make),
                new Route("PATCH", "/api/sessions/{session_id}", SessionDoor.WRITING, this::change),
                new Route("DELETE", "/api/sessions/{session_id}", SessionDoor.WRITING, this::delete),
                new Route("POST", "/api/sessions/{session_id}/reset", SessionDoor.WRITING, this::reset));
    }

    private Response list(Call call) {
        var kinds = SessionKind.readable(call.caller()::allows);
        var kind = call.request().query().get("kind");
        if (kind != null) {
            kinds.retainAll(Set.of(SessionKind.named(kind)
                    .orElseThrow(() -> unknown(
                            "kind",
                            kind,
                            Arrays.stream(SessionKind.values())
                                    .map(SessionKind::wireName)
                                    .toList()))));
        }
        var words = call.request().query().get("q");
        if (words != null && words.length() > MAX_WORDS) {
            throw invalid("q may have at most %d characters.".formatted(MAX_WORDS));
        }
        var page = sessions.list(new Sessions.Wanted(
                kinds,
                state(call.request().query().get("state")),
                words,
                archived(call.request().query().get("archived")),
                call.request().query().get("before"),
                (int) call.number("limit", DEFAULT_PAGE, 1, Sessions.MAX_PAGE)));
        return Replies.json(
                200, new SessionPage(page.sessions().stream().map(this::line).toList(), page.next()));
    }

    private Response make(Call call) {
        var making = call.body(Making.class);
        var requestId = making.requestId();
        if (requestId != null && (requestId.isBlank() || requestId.length() > MAX_ID)) {
            throw invalid("request_id must have 1 to %d characters, the same when you ask again.".formatted(MAX_ID));
        }
        var agent = making.agent();
        if (agent != null && !agents.names().contains(agent)) {
            throw unknown("agent", agent, agents.names());
        }
        var folder = making.workingDir();
        var session = sessions.create(new Sessions.NewSession(
                SessionKind.AGENT,
                making.name() == null ? UNNAMED : name(making.name()),
                agent,
                folder == null
                        ? null
                        : WorkingFolder.inside(agents.workspaceOf(agent == null ? agents.usual() : agent), folder),
                null,
                requestId));
        return Replies.json(201, line(session));
    }

    private Response change(Call call) {
        return door.write(call, new SessionId(call.variable("session_id")), session -> {
            var changing = call.body(Changing.class);
            var name = changing.name();
            var changed = sessions.change(
                    session.id(),
                    new Sessions.Changes(name == null ? null : name(name), changing.pinned(), changing.archived()));
            return changed.<Response>map(now -> Replies.json(200, line(now)))
                    .orElseGet(SessionListApi::deletedMeanwhile);
        });
    }

    private Response reset(Call call) {
        return door.write(call, new SessionId(call.variable("session_id")), session -> {
            if (!session.kind().isConversation()) {
                return Replies.error(
                        409,
                        "not_supported",
                        "What was said in a session of kind %s is kept by its program. Delete it and make a new one."
                                .formatted(session.kind().wireName()));
            }
            return resets.reset(session)
                    ? sessions.find(session.id())
                            .<Response>map(now -> Replies.json(200, line(now)))
                            .orElseGet(SessionListApi::deletedMeanwhile)
                    : deletedMeanwhile();
        });
    }

    private Response delete(Call call) {
        return door.write(
                call,
                new SessionId(call.variable("session_id")),
                session -> resets.delete(session) ? Replies.empty(204) : deletedMeanwhile());
    }

    private static Response deletedMeanwhile() {
        return Replies.notFound("This session was deleted meanwhile.");
    }

    private SessionLine line(Session session) {
        return SessionLines.of(session, agents);
    }

    private static String name(String given) {
        if (given.isBlank() || given.codePointCount(0, given.length()) > Sessions.MAX_NAME) {
            throw invalid("name must have 1 to %d characters.".formatted(Sessions.MAX_NAME));
        }
        return given;
    }

    private static @Nullable SessionState state(@Nullable String name) {
        if (name == null) {
            return null;
        }
        var states =
                Arrays.stream(SessionState.values()).map(SessionState::name).toList();
        if (!states.contains(name)) {
            throw unknown("state", name, states);
        }
        return SessionState.valueOf(name);
    }

    private static boolean archived(@Nullable String word) {
        if (word == null || word.equals("false")) {
            return false;
        }
        if (word.equals("true")) {
            return true;
        }
        throw invalid("archived must be true or false.");
    }

    private static SwitchboardException unknown(String what, String name, List<String> known) {
        var next = NearestWord.to(name, known)
                .map("Did you mean \"%s\"?"::formatted)
                .orElseGet(() -> "Known: %s.".formatted(String.join(", ", known)));
        return invalid("There is no %s \"%s\". %s".formatted(what, name, next));
    }

    private static SwitchboardException invalid(String sentence) {
        return new SwitchboardException(ErrorCode.INVALID, sentence);
    }
}
