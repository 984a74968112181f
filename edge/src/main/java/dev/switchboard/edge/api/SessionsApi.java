package dev.switchboard.edge.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Response;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** The ledger over HTTP: the events of a session as a page or a stream, and runs. */
public final class SessionsApi {
    static final int MOST_STREAMS = 64;
    private static final int DEFAULT_PAGE = 100;

    /**
     * @param next the cursor to go on with: what comes after the last event shown
     * @param gap true if there were events between the cursor and the first of these, and they are gone
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record EventPage(
            List<EventLine> events, long next, @Nullable Boolean gap) {}

    record EventLine(long seq, Instant at, RunEvent event) {
        static EventLine of(Recorded recorded) {
            return new EventLine(recorded.seq(), recorded.at(), recorded.event());
        }
    }

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record RunLine(
            String runId,
            String sessionId,
            String messageId,
            Instant startedAt,
            @Nullable Instant finishedAt,
            int attempts,
            @Nullable String finishReason) {
        static RunLine of(Ledger.RunSummary run) {
            FinishReason finish = run.finishReason();
            return new RunLine(
                    run.run().value(),
                    run.session().value(),
                    run.messageId(),
                    run.startedAt(),
                    run.finishedAt(),
                    run.attempts(),
                    finish == null ? null : finish.wireName());
        }
    }

    private final SessionDoor door;
    private final Ledger ledger;
    private final Feed feed;
    private final LiveCredentials open;
    private final Total pages;
    /** Without a total: a stream that waits costs little, and what its pages take has a total of its own. */
    private final Places streams = new Places(MOST_STREAMS, Integer.MAX_VALUE);

    /** @param pages what the events that are being shown may take in memory together */
    public SessionsApi(SessionDoor door, Ledger ledger, Feed feed, LiveCredentials open, Total pages) {
        this.door = door;
        this.ledger = ledger;
        this.feed = feed;
        this.open = open;
        this.pages = pages;
    }

    public List<Route> routes() {
        return List.of(
                new Route("GET", "/api/sessions/{session_id}/events", SessionDoor.READING, this::events),
                new Route("GET", "/api/runs/{run_id}", SessionDoor.READING, this::run));
    }

    private Response events(Call call) {
        return door.read(call, new SessionId(call.variable("session_id")), session -> events(call, session.id()));
    }

    private Response events(Call call, SessionId session) {
        var after = call.number("after", 0, 0, Long.MAX_VALUE);
        var limit = limit(call);
        if (wantsStream(call)) {
            // What the browser has already seen counts for more than the address it first asked at.
            var cursor = call.request()
                    .header("Last-Event-ID")
                    .map(id -> Call.number("Last-Event-ID", id, 0, Long.MAX_VALUE))
                    .orElse(after);
            return streams.take(call.caller().user())
                    .map(place -> stream(new EventStream(
                            feed, place, pages, open, call.caller(), session, cursor, () -> door.isThere(session))))
                    .orElseGet(SessionsApi::tooManyStreams);
        }
        return page(feed.after(session, after, limit), after, call);
    }

    private static Response stream(EventStream events) {
        return new Response.Streamed(
                200, Headers.of("Content-Type", "text/event-stream").with("X-Accel-Buffering", "no"), events);
    }

    private static Response tooManyStreams() {
        return Replies.error(
                429,
                "too_many_streams",
                "You have %d event streams open already. Close one, or read pages with after= instead."
                        .formatted(MOST_STREAMS));
    }

    private Response page(List<Recorded> page, long after, Call call) {
        // Nothing to do when it is cut: either it is not begun, or it is over in a moment.
        try (var held = pages.part(call.caller().user(), () -> {})) {
            if (!held.holds(page.stream().mapToLong(Recorded::size).sum())) {
                return Replies.with(
                        Replies.error(
                                503,
                                "busy",
                                "You read too many events at once. Wait for your other pages, then go on."),
                        "Retry-After",
                        "1");
            }
            var next = page.isEmpty() ? after : page.getLast().seq();
            // A session has no number twice and leaves none out, so what is missing is gone.
            boolean gap = after > 0 && !page.isEmpty() && page.getFirst().seq() > after + 1;
            return Replies.json(
                    200, new EventPage(page.stream().map(EventLine::of).toList(), next, gap ? true : null));
        }
    }

    private Response run(Call call) {
        return ledger.run(new RunId(call.variable("run_id")))
                .map(run -> door.read(call, run.session(), _ -> Replies.json(200, RunLine.of(run))))
                .orElseGet(() -> Replies.notFound("There is no such run. A session's events name its runs."));
    }

    private static int limit(Call call) {
        return (int) call.number("limit", DEFAULT_PAGE, 1, Ledger.MAX_PAGE);
    }

    private static boolean wantsStream(Call call) {
        return call.request().headers().all("Accept").stream()
                .anyMatch(accept -> accept.toLowerCase(Locale.ROOT).contains("text/event-stream"));
    }
}
