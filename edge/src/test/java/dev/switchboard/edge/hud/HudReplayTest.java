package dev.switchboard.edge.hud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.cases.Cases;
import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.preview.LiveView;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.preview.Written;
import dev.switchboard.edge.api.MemoryLedger;
import dev.switchboard.edge.net.OpenSocket;
import dev.switchboard.edge.watch.SessionWatch;
import dev.switchboard.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Wherever a session is cut, what was shown before and what is replayed after it are the session. */
@Timeout(120)
class HudReplayTest {
    private static final SessionId SESSION = new SessionId("web-1");

    private MemoryLedger ledger = new MemoryLedger(Clock.systemUTC());
    private Feed feed = new Feed(ledger, Masking.NONE);
    private Previews previews = new Previews(Masking.NONE);

    /** Somebody who looks, and has read all it is sent. */
    private final class Looker extends OpenSocket implements AutoCloseable {
        private final List<JsonNode> frames = new CopyOnWriteArrayList<>();
        private final LiveView view;
        private final long from;
        private @Nullable SessionWatch watch;

        Looker(long from) {
            this.from = from;
            this.view = LiveView.of(feed, previews, SESSION, from);
        }

        Looker watching() {
            var hud = new HudView(SESSION.value(), from, false, Clock.systemUTC(), new HudView.OfSession() {
                @Override
                public List<Approval> waiting() {
                    return List.of();
                }

                @Override
                public long last() {
                    return Long.MAX_VALUE;
                }

                @Override
                public void gone() {}
            });
            watch = new SessionWatch(this, view, hud, () -> {
                throw new AssertionError("it can be shown");
            });
            return this;
        }

        Looker started() {
            Objects.requireNonNull(watch).start("hud");
            return this;
        }

        @Override
        public void send(String text, Receipt receipt) {
            frames.add(Json.mapper().readTree(text));
            receipt.settled(true);
        }

        /** All frames until everything that is committed was seen. */
        List<JsonNode> all() {
            var last = ledger.after(SESSION, 0, Integer.MAX_VALUE).getLast();
            // It is there within a millisecond, and asked for a thousand times.
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> view.cursor() >= last.seq() && count("history") >= 1 && settled(last));
            return List.copyOf(frames);
        }

        /** The last event may be shown as activity and as what was said, one after the other. */
        private boolean settled(Recorded last) {
            int shown = HudProjection.said(last).size() + (HudProjection.activity(last, false) == null ? 0 : 1);
            return from >= last.seq() || Collections.frequency(shownSeqs(), last.seq()) == shown;
        }

        private List<Long> shownSeqs() {
            var seqs = new ArrayList<Long>();
            for (var frame : frames) {
                if (frame.has("seq")) {
                    seqs.add(frame.get("seq").longValue());
                }
                frame.path("messages")
                        .forEach(message -> seqs.add(message.get("seq").longValue()));
            }
            return seqs;
        }

        long count(String type) {
            return frames.stream()
                    .filter(frame -> frame.get("type").stringValue().equals(type))
                    .count();
        }

        @Override
        public void close() {
            Objects.requireNonNull(watch).close();
        }
    }

    @Test
    void cut_at_every_number_the_two_halves_are_the_same_frames() {
        Cases.check(20, draw -> {
            begin();
            var events = DrawnSession.of(draw);
            try (var live = new Looker(0).watching().started()) {
                for (var event : events) {
                    commit(event);
                }
                var all = live.all();
                assertThat(activity(all)).noneMatch(frame -> frame.has("replay"));
                for (long cut = 0; cut <= events.size(); cut++) {
                    try (var late = new Looker(cut).watching().started()) {
                        var rest = late.all();
                        assertThat(joined(upTo(cut, activity(all)), activity(rest)))
                                .as("the activity cut at %s", cut)
                                .isEqualTo(activity(all));
                        assertThat(joined(upTo(cut, said(all)), said(rest)))
                                .as("the chat cut at %s", cut)
                                .isEqualTo(said(all));
                        attachedInOrder(rest, cut < events.size());
                    }
                }
            }
        });
    }

    @Test
    void commits_while_somebody_attaches_are_shown_once_and_in_order() {
        Cases.check(60, draw -> {
            begin();
            var events = DrawnSession.of(draw).iterator();
            int size = draw.between(1, 30);
            try (var live = new Looker(0).watching().started()) {
                commit(events, draw.between(1, size));
                say("so far");
                long cut = draw.between(0, (int) ledger.lastSeq(SESSION));
                var late = new Looker(cut);
                commit(events, draw.between(0, 3));
                say(" and on");
                late.watching();
                try (late) {
                    commit(events, draw.between(0, 3));
                    say(" and on");
                    late.started();
                    while (events.hasNext()) {
                        commit(events.next());
                        say(".");
                    }
                    var all = live.all();
                    var rest = late.all();
                    assertThat(joined(upTo(cut, activity(all)), plain(activity(rest))))
                            .isEqualTo(activity(all));
                    assertThat(joined(upTo(cut, said(all)), said(rest))).isEqualTo(said(all));
                    attachedInOrder(rest, cut < late.view.begunAt());
                }
            }
        });
    }

    @Test
    void who_comes_while_it_is_reset_keeps_nothing_of_what_was_before() {
        begin();
        for (int i = 0; i < 5; i++) {
            commit(new RunEvent.UserMessage("e" + i, "m" + i, "web", "p", null, "quetzal"));
        }
        try (var late = new Looker(2)) {
            ledger.beginAnew(SESSION);
            late.watching().started();
            // It had no such number when the view began, so it is shown as it happens.
            var frames = late.all();
            assertThat(frames.toString()).doesNotContain("quetzal").contains("\"new_session\"");
            assertThat(frames.getLast().toString()).isEqualTo("{\"type\":\"history\",\"messages\":[],\"gap\":true}");
        }
        try (var later = new Looker(2).watching().started()) {
            var frames = later.all();
            assertThat(activity(frames)).hasSize(1);
            assertThat(frames.getLast().get("gap").booleanValue()).isTrue();
        }
        try (var fresh = new Looker(0).watching().started()) {
            assertThat(fresh.all().getLast().has("gap"))
                    .as("from what is there")
                    .isFalse();
        }
    }

    @Test
    void what_was_said_in_a_long_session_is_one_frame_of_bounded_size_and_the_newest_of_it() {
        begin();
        for (int i = 0; i < 6_000; i++) {
            commit(new RunEvent.UserMessage("e" + i, "m" + i, "web", "p", null, "話す ".repeat(20)));
        }
        try (var looker = new Looker(0).watching().started()) {
            var history = looker.all().getLast();
            assertThat(history.toString().getBytes(StandardCharsets.UTF_8).length)
                    .isBetween(ReplayWindow.MAX_SIZE / 2, ReplayWindow.MAX_SIZE + 1_000);
            assertThat(history.get("gap").booleanValue()).isTrue();
            var messages = history.get("messages");
            assertThat(messages.get(messages.size() - 1).get("seq").longValue()).isEqualTo(6_000);
        }
    }

    /** First that one came back, if anything follows; then what was; then the chat in one frame; then what comes. */
    private static void attachedInOrder(List<JsonNode> frames, boolean replays) {
        var types = frames.stream().map(HudReplayTest::kind).toList();
        int history = types.indexOf("history");
        assertThat(types.indexOf("reconnect")).isEqualTo(replays ? 0 : -1);
        assertThat(types.stream().filter("reconnect"::equals).count()).isEqualTo(replays ? 1 : 0);
        assertThat(frames.subList(replays ? 1 : 0, history))
                .allMatch(frame -> frame.path("replay").asBoolean(false));
        assertThat(frames.subList(history + 1, frames.size())).noneMatch(frame -> frame.has("replay"));
        assertThat(types.subList(0, history)).doesNotContain("delta", "message");
    }

    private static String kind(JsonNode frame) {
        return frame.path("subtype").asString("").equals("reconnect")
                ? "reconnect"
                : frame.get("type").stringValue();
    }

    private static List<JsonNode> activity(List<JsonNode> frames) {
        return plain(frames.stream().filter(frame -> kind(frame).equals("hud")).toList());
    }

    /** The same frames without saying whether they were replayed. */
    private static List<JsonNode> plain(List<JsonNode> frames) {
        return frames.stream()
                .map(frame -> (JsonNode) ((ObjectNode) frame.deepCopy()).without("replay"))
                .toList();
    }

    /** What was said, from whichever frame. */
    private static List<JsonNode> said(List<JsonNode> frames) {
        var said = new ArrayList<JsonNode>();
        for (var frame : frames) {
            if (kind(frame).equals("history")) {
                frame.get("messages").forEach(said::add);
            } else if (kind(frame).equals("message")) {
                said.add(((ObjectNode) frame.deepCopy()).without("type"));
            }
        }
        return said;
    }

    private static List<JsonNode> upTo(long seq, List<JsonNode> frames) {
        return frames.stream()
                .filter(frame -> frame.get("seq").longValue() <= seq)
                .toList();
    }

    private static List<JsonNode> joined(List<JsonNode> before, List<JsonNode> after) {
        var joined = new ArrayList<>(before);
        joined.addAll(after);
        return joined;
    }

    private void begin() {
        ledger = new MemoryLedger(Clock.systemUTC());
        feed = new Feed(ledger, Masking.NONE);
        previews = new Previews(Masking.NONE);
    }

    private void commit(RunEvent event) {
        ledger.commit(SESSION, 100, List.of(event));
    }

    private void commit(Iterator<RunEvent> events, int count) {
        for (int i = 0; i < count && events.hasNext(); i++) {
            commit(events.next());
        }
    }

    private void say(String words) {
        previews.said(SESSION, new Written(new RunId("run-0"), "said-now"), words);
    }
}
