package dev.switchboard.bench;

import dev.switchboard.app.gateway.Gateway;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.Model;
import dev.switchboard.core.model.ModelListener;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest;
import dev.switchboard.core.run.Abilities;
import dev.switchboard.json.Json;
import dev.switchboard.store.Store;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How soon somebody sees what was committed, on a page and on a board that look at the same turns, and what a long session
 * costs whoever opens it. A whole gateway in this process, since only there is known when a commit was made; pages and
 * boards come over the network. Prints {@code name value} lines.
 */
final class HudLoad implements Model {
    private static final int WARM_UP = 500;
    private static final int TURNS = 1_000;
    private static final int ATTACHES = 20;
    private static final int EVENTS = 100_000;

    private static final int PATIENCE_SECONDS = 60;
    private static final String TOKEN = ModelGateway.TOKEN;
    private static final SessionId LONG = new SessionId("bench:local:long");

    /** When the event with this number was committed, and when it was seen. */
    private final Map<Long, Long> committed = new ConcurrentHashMap<>();

    private final Map<Long, Long> onPage = new ConcurrentHashMap<>();
    /** The same for the last event of a run, by the run. */
    private final Map<String, Long> answered = new ConcurrentHashMap<>();

    private final Map<String, Long> answerOnPage = new ConcurrentHashMap<>();
    private final Map<String, Long> answerOnBoard = new ConcurrentHashMap<>();

    public static void main(String[] arguments) throws Exception {
        var data = Path.of(arguments[1]);
        try (var store = Store.open(data.resolve("switchboard.db"), data.resolve("token.key"), Clock.systemUTC())) {
            LongSession.fill(store, LONG, EVENTS);
        }
        var load = new HudLoad();
        try (var running = ModelGateway.start(data, load, Abilities.NONE)) {
            var gateway = running.gateway();
            load.seen(gateway);
            attach(gateway);
        }
        System.exit(0); // the client's threads have no end of their own
    }

    /** A board gives one task after the other in a session a page looks at. */
    private void seen(Gateway gateway) throws InterruptedException {
        var session = new SessionId("bench-seen");
        gateway.store().ledger().onCommit((where, events) -> {
            if (where.equals(session)) {
                note(events, System.nanoTime());
            }
        });
        var ready = new CountDownLatch(2);
        var done = new Semaphore(0);
        try (var page = Watcher.open(socket(gateway, "/ws/" + session.value()), TOKEN, (frame, now) -> {
                    if (frame.startsWith("{\"type\":\"history\"")) {
                        ready.countDown();
                    }
                    onPage(frame, now, done);
                });
                var board = Watcher.open(socket(gateway, "/api/board/ws"), TOKEN, (frame, now) -> {
                    if (frame.startsWith("{\"type\":\"connection:authenticated\"")) {
                        ready.countDown();
                    }
                    onBoard(frame, now, done);
                })) {
            board.send(
                    envelope("connection:auth", "{\"device_id\":\"bench\",\"role\":\"operator\",\"scopes\":[\"*\"]}"));
            must(ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "the page and the board were not greeted");
            // Its first message makes the session.
            page.send("{\"type\":\"message\",\"message_id\":\"w1\",\"text\":\"hello\"}");
            must(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS), "the page saw no answer");
            for (int turn = 0; turn < WARM_UP + TURNS; turn++) {
                if (turn == WARM_UP) {
                    List.of(committed, onPage).forEach(Map::clear);
                    List.of(answered, answerOnPage, answerOnBoard).forEach(Map::clear);
                }
                board.send(envelope(
                        "task:submit",
                        "{\"goal\":\"%s\",\"options\":{\"session_id\":\"%s\"}}"
                                .formatted(Texts.MESSAGE, session.value())));
                must(done.tryAcquire(2, PATIENCE_SECONDS, TimeUnit.SECONDS), "a turn was not seen by both");
            }
        }
        print("page", between(committed, onPage));
        print("answer_on_page", between(answered, answerOnPage));
        print("answer_on_board", between(answered, answerOnBoard));
    }

    private void note(List<Recorded> events, long now) {
        for (var recorded : events) {
            committed.put(recorded.seq(), now);
            if (recorded.event() instanceof RunEvent.Answered event) {
                answered.put(event.runId(), now);
            }
        }
    }

    private void onPage(String text, long now, Semaphore done) {
        var frame = Json.mapper().readTree(text);
        if (frame.has("seq") && !frame.path("type").asString().equals("connected")) {
            onPage.putIfAbsent(frame.get("seq").longValue(), now);
        }
        if (frame.has("finish_reason") && frame.path("type").asString().equals("message")) {
            answerOnPage.put(frame.get("run_id").stringValue(), now);
            done.release();
        }
    }

    private void onBoard(String text, long now, Semaphore done) {
        if (text.startsWith("{\"type\":\"task:completed\"")) {
            var task = Json.mapper().readTree(text).at("/payload/task_id").stringValue();
            answerOnBoard.put(task, now);
            done.release();
        } else if (text.contains(":error\"")) {
            throw new MeasureException("the board was told " + text);
        }
    }

    private static <K> Latencies between(Map<K, Long> from, Map<K, Long> to) {
        var between = new Latencies();
        to.forEach((key, seen) -> {
            var begun = from.get(key);
            if (begun != null) {
                between.add(seen - begun);
            }
        });
        return between;
    }

    /** From nothing to the end of the replay, as somebody who opens the page. */
    private static void attach(Gateway gateway) throws InterruptedException {
        var attaches = new Latencies();
        for (int i = 0; i < ATTACHES; i++) {
            var over = new CountDownLatch(1);
            var frames = new int[1];
            var end = new long[1];
            long from = System.nanoTime();
            try (var _ = Watcher.open(socket(gateway, "/ws/" + LONG.value()), TOKEN, (frame, now) -> {
                frames[0]++;
                if (frame.startsWith("{\"type\":\"history\"")) {
                    end[0] = now;
                    over.countDown();
                }
            })) {
                must(over.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "the long session was not shown");
            }
            if (i == 0) {
                print("attach_first_ms", (end[0] - from) / 1e6);
                print("attach_frames", frames[0]);
            }
            attaches.add(end[0] - from);
        }
        print("attach_ms", attaches.millis(0.5));
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    private static String envelope(String type, String payload) {
        return "{\"type\":\"%s\",\"id\":\"%s\",\"timestamp\":\"2026-11-16T10:30:00.000Z\",\"payload\":%s}"
                .formatted(type, newId(), payload);
    }

    private static URI socket(Gateway gateway, String path) {
        return URI.create("ws://127.0.0.1:%d%s".formatted(gateway.address().getPort(), path));
    }

    private static void must(boolean happened, String otherwise) {
        if (!happened) {
            throw new MeasureException(otherwise);
        }
    }

    private static void print(String what, Latencies latencies) {
        print(what + "_ms", latencies.millis(0.5));
        print(what + "_p99_ms", latencies.millis(0.99));
        print(what + "_count", latencies.count());
    }

    private static void print(String name, double value) {
        System.out.println(String.format(Locale.ROOT, "%s %.4f", name, value));
    }

    @Override
    public String name() {
        return "bench";
    }

    @Override
    public int contextTokens() {
        return 16_000;
    }

    @Override
    public ModelReply answer(ModelRequest request, ModelListener listener) {
        return ModelReply.text(request.purpose() == ModelRequest.Purpose.SUMMARY ? "They said hello." : Texts.ANSWER);
    }
}
