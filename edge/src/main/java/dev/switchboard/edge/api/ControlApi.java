package dev.switchboard.edge.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.control.RunControls;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.text.NearestWord;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What people do to runs and sessions beside talking: stop, steer, choose who answers. */
public final class ControlApi {
    private static final int MAX_ID = 128;
    private static final int MAX_TEXT = 20_000;
    private static final int MAX_REASON = 1_000;

    record Stop(@Nullable Boolean kill, @Nullable String reason) {}

    record Choice(@Nullable String agent, @Nullable Boolean handover) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Steer(
            @Nullable String messageId,
            @Nullable String mode,
            @Nullable String text) {}

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Outcome(
            @Nullable String sessionId,
            @Nullable String runId,
            @Nullable String agent,
            @Nullable String messageId,
            @Nullable Boolean duplicate) {}

    private final RunControls controls;
    private final SessionDoor door;
    private final Function<RunId, Optional<SessionId>> sessionOf;

    /** @param sessionOf where a run is, also one that was named and has not begun */
    public ControlApi(RunControls controls, SessionDoor door, Function<RunId, Optional<SessionId>> sessionOf) {
        this.controls = controls;
        this.door = door;
        this.sessionOf = sessionOf;
    }

    public List<Route> routes() {
        var writing = SessionDoor.WRITING;
        return List.of(
                new Route("POST", "/api/sessions/{session_id}/stop", writing, call -> inSession(call, this::stop)),
                new Route("POST", "/api/sessions/{session_id}/agent", writing, call -> inSession(call, this::choose)),
                new Route("POST", "/api/runs/{run_id}/messages", writing, this::steer));
    }

    private Response inSession(Call call, BiFunction<Call, SessionId, Response> handler) {
        return door.write(
                call, new SessionId(call.variable("session_id")), session -> handler.apply(call, session.id()));
    }

    private Response stop(Call call, SessionId session) {
        var asked = call.body(Stop.class);
        var reason = asked.reason();
        if (reason != null && reason.length() > MAX_REASON) {
            throw invalid("reason may have at most %,d characters.".formatted(MAX_REASON));
        }
        return controls.stop(session, Boolean.TRUE.equals(asked.kill()), reason)
                .map(run -> Replies.json(202, new Outcome(session.value(), run.value(), null, null, null)))
                .orElseGet(() -> Replies.error(409, "nothing_runs", "Nothing runs in this session just now."));
    }

    private Response choose(Call call, SessionId session) {
        var choice = call.body(Choice.class);
        var agent = choice.agent();
        if (agent == null) {
            throw invalid("agent is required: one of " + String.join(", ", controls.agents()) + ".");
        }
        try {
            boolean known = Boolean.TRUE.equals(choice.handover())
                    ? controls.handOver(session, agent)
                    : controls.switchAgent(session, agent);
            if (!known) {
                throw unknown("agent", agent, controls.agents());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Replies.error(
                    503, ErrorCode.SHUTTING_DOWN.wireName(), "The gateway is stopping, ask it again later.");
        }
        return Replies.json(200, new Outcome(session.value(), null, agent, null, null));
    }

    private Response steer(Call call) {
        var run = new RunId(call.variable("run_id"));
        return sessionOf
                .apply(run)
                .map(session -> door.write(call, session, _ -> steer(call, session, run)))
                .orElseGet(() -> Replies.notFound("There is no such run. Its id is in the answer to its message, and in"
                        + " GET /api/sessions/{session_id}/events of its session."));
    }

    private Response steer(Call call, SessionId session, RunId run) {
        var asked = call.body(Steer.class);
        var messageId = asked.messageId();
        var text = asked.text();
        if (messageId == null || messageId.isBlank() || messageId.length() > MAX_ID) {
            throw invalid(
                    "message_id is required: 1 to %d characters, the same when you send it again.".formatted(MAX_ID));
        }
        if (text == null || text.isBlank() || text.codePointCount(0, text.length()) > MAX_TEXT) {
            throw invalid("text is required: 1 to %,d characters.".formatted(MAX_TEXT));
        }
        boolean mayLoosen = call.caller().allows(Scope.APPROVAL_RESPOND);
        var injection = new Injection(messageId, mode(asked.mode()), text, mayLoosen);
        return switch (controls.inject(session, run, injection)) {
            case TAKEN -> Replies.json(202, new Outcome(null, run.value(), null, messageId, null));
            case DUPLICATE -> Replies.json(200, new Outcome(null, run.value(), null, messageId, true));
            case NOT_RUNNING -> notRunning();
        };
    }

    private static Response notRunning() {
        return Replies.error(409, "not_running", "This run is not under way. Send it as a new message instead.");
    }

    private static Injection.Mode mode(@Nullable String name) {
        var names = Arrays.stream(Injection.Mode.values())
                .map(Injection.Mode::wireName)
                .toList();
        if (name == null) {
            return Injection.Mode.STEER;
        }
        int index = names.indexOf(name);
        if (index < 0) {
            throw unknown("mode", name, names);
        }
        return Injection.Mode.values()[index];
    }

    private static SwitchboardException unknown(String kind, String name, List<String> known) {
        var next = NearestWord.to(name, known)
                .map("Did you mean \"%s\"?"::formatted)
                .orElseGet(() -> "Known: %s.".formatted(String.join(", ", known)));
        return invalid("There is no %s \"%s\". %s".formatted(kind, name, next));
    }

    private static SwitchboardException invalid(String sentence) {
        return new SwitchboardException(ErrorCode.INVALID, sentence);
    }
}
