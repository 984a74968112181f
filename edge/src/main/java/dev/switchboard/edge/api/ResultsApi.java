package dev.switchboard.edge.api;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.journal.ResultStore;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Response;
import java.util.List;

/** The whole result of a call, of which its event shows only the beginning. */
public final class ResultsApi {
    private final ResultStore results;
    private final Masking masking;

    public ResultsApi(ResultStore results, Masking masking) {
        this.results = results;
        this.masking = masking;
    }

    public List<Route> routes() {
        return List.of(
                new Route("GET", "/api/events/{event_id}/result", new Access.Needs(Scope.TASK_READ), this::result));
    }

    private Response result(Call call) {
        return results.result(call.variable("event_id"))
                .<Response>map(
                        result -> new Response.Streamed(200, Headers.of("Content-Type", "application/json"), sink -> {
                            try (var json = result.open()) {
                                new MaskedJson(masking, sink).copy(json);
                            }
                        }))
                .orElseGet(() -> Replies.notFound(
                        "There is no result for this event. Only tool_end events have one, for as long as it"
                                + " is kept."));
    }
}
