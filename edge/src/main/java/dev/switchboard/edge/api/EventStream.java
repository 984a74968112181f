package dev.switchboard.edge.api;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.net.Response;
import dev.switchboard.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * A session as server-sent events: what there is after the cursor, then what comes. {@code id} is the event's number, so
 * a browser that comes back asks for what it missed by itself.
 *
 * <p>Ends when the client leaves, when its credential does and when the session is deleted. A reader that stops reading stops us too: events are
 * taken from the ledger only as fast as they are written out, a page at a time, and the pages of all who read count
 * together. Thread: the writer's own.
 */
final class EventStream implements Response.BodyWriter {
    /** A comment this often shows proxies and clients that the line is alive, and shows us when they left. */
    static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

    private final Feed feed;
    private final Places.Place place;
    private final Total pages;
    private final LiveCredentials open;
    private final Credential reader;
    private final SessionId session;
    private final long after;
    private final BooleanSupplier isThere;

    EventStream(
            Feed feed,
            Places.Place place,
            Total pages,
            LiveCredentials open,
            Credential reader,
            SessionId session,
            long after,
            BooleanSupplier isThere) {
        this.feed = feed;
        this.place = place;
        this.pages = pages;
        this.open = open;
        this.reader = reader;
        this.session = session;
        this.after = after;
        this.isThere = isThere;
    }

    @Override
    public void write(Response.BodySink sink) throws IOException, InterruptedException {
        var ended = new AtomicBoolean();
        try (var subscription = feed.subscribe(session, after);
                var _ = open.register(reader, () -> end(ended, subscription, sink));
                var held = pages.part(reader.user(), () -> end(ended, subscription, sink))) {
            // Sent first, so that the client sees an open stream before anything happens.
            sink.write(STILL_HERE);
            while (!ended.get() && !sink.closedWithin(Duration.ZERO)) {
                var page = subscription.next(HEARTBEAT);
                if (ended.get()) {
                    return;
                }
                if (page.isEmpty()) {
                    sink.write(STILL_HERE);
                } else {
                    boolean begunAnew = page.stream().anyMatch(EventStream::isNewBeginning);
                    write(new ArrayDeque<>(page), held, sink);
                    if (begunAnew && !isThere.getAsBoolean()) {
                        return;
                    }
                }
            }
        }
    }

    /** A session that is deleted is begun anew first: its last events say how everything in it ended. */
    private static boolean isNewBeginning(Recorded recorded) {
        return recorded.event() instanceof RunEvent.Received received
                && received.subtype().equals(RunEvent.Received.NEW_SESSION);
    }

    @Override
    public void over() {
        place.close();
    }

    /** One by one, and each is forgotten when it is written: what counts is what is left. */
    private static void write(ArrayDeque<Recorded> page, Total.Part held, Response.BodySink sink)
            throws IOException, InterruptedException {
        long left = 0;
        for (var recorded : page) {
            left += recorded.size();
        }
        while (!page.isEmpty() && held.holds(left)) {
            var recorded = page.removeFirst();
            sink.write(line(recorded));
            left -= recorded.size();
        }
        held.holds(0);
    }

    private static byte[] line(Recorded recorded) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(("id: " + recorded.seq() + "\ndata: ").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(Json.mapper().writeValueAsBytes(SessionsApi.EventLine.of(recorded)));
        bytes.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    /** Cut, since a reader that does not read would not see any other end for a minute, and hold its page as long. */
    private static void end(AtomicBoolean ended, Feed.Subscription subscription, Response.BodySink sink) {
        ended.set(true);
        subscription.close();
        sink.cut();
    }
}
