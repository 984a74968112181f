package dev.switchboard.edge.api;

import dev.switchboard.core.journal.ResultStore;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Response;
import java.util.List;

/** The whole result of a call, of which its event shows only the beginning. */
public final class ResultsApi {
    private final SessionDoor door;
    private final ResultStore results;
    private final Masking masking;

    public ResultsApi(SessionDoor door, ResultStore results, Masking masking) {
        this.door = door;
        this.results = results;
        this.masking = masking;
    }

    public List<Route> routes() {
        return List.of(new Route("GET", "/api/events/{event_id}/result", SessionDoor.READING, this::result));
    }

    private Response result(Call call) {
        var event = call.variable("event_id");
        return results.sessionOfResult(event)
                .map(session -> door.read(call, session, _ -> result(event)))
                .orElseGet(ResultsApi::gone);
    }

    private Response result(String event) {
        return results.result(event)
                .<Response>map(
                        result -> new Response.Streamed(200, Headers.of("Content-Type", "application/json"), sink -> {
                            try (var json = result.open()) {
                                new MaskedJson(masking, sink).copy(json);
                            }
                        }))
                .orElseGet(ResultsApi::gone);
    }

    private static Response gone() {
        return Replies.notFound(
                "There is no result for this event. Only tool_end events have one, for as long as it is kept.");
    }
}
