package dev.switchboard.edge.api;

import dev.switchboard.core.journal.ResultStore;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Response;
import java.util.List;

/** The whole result of a call, of which its event shows only the beginning. */
public final class ResultsApi {
    /** As many as a browser has connections to one place. */
    static final int MOST_OF_ONE = 6;
    /** Masking is work: with many more than this at once, everybody else would notice. */
    static final int MOST_IN_ALL = 24;

    private final SessionDoor door;
    private final ResultStore results;
    private final Masking masking;
    private final LiveCredentials open;
    private final Places places = new Places(MOST_OF_ONE, MOST_IN_ALL);

    public ResultsApi(SessionDoor door, ResultStore results, Masking masking, LiveCredentials open) {
        this.door = door;
        this.results = results;
        this.masking = masking;
        this.open = open;
    }

    public List<Route> routes() {
        return List.of(new Route("GET", "/api/events/{event_id}/result", SessionDoor.READING, this::result));
    }

    private Response result(Call call) {
        var event = call.variable("event_id");
        return results.sessionOfResult(event)
                .map(session -> door.read(call, session, _ -> result(call, event)))
                .orElseGet(ResultsApi::gone);
    }

    private Response result(Call call, String event) {
        return results.result(event)
                .map(result -> places.take(call.caller().user())
                        .<Response>map(place -> new Response.Streamed(
                                200,
                                Headers.of("Content-Type", "application/json"),
                                new ResultStream(result, masking, open, call.caller(), place)))
                        .orElseGet(ResultsApi::tooMany))
                .orElseGet(ResultsApi::gone);
    }

    private static Response gone() {
        return Replies.notFound(
                "There is no result for this event. Only tool_end events have one, for as long as it is kept.");
    }

    private static Response tooMany() {
        return Replies.with(
                Replies.error(
                        429,
                        "too_many_results",
                        "Too many results are being read at once: a token may read %d, and all together %d. Wait until one has come, then ask again."
                                .formatted(MOST_OF_ONE, MOST_IN_ALL)),
                "Retry-After",
                "1");
    }
}
