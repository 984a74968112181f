package dev.switchboard.core.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Feed;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.MemoryLedger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.preview.LiveView.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveViewTest {
    private static final SessionId SESSION = new SessionId("s");
    private static final Written RUN = new Written(new RunId("run-1"), "said-1");
    private static final RunEvent EVENT = new RunEvent.TurnStart("id", RUN.run().value(), "turn", null);
    private static final Duration SOON = Duration.ofSeconds(60);

    private enum Happening {
        COMMIT,
        WORDS,
        TAKEN_BACK,
        LOOK
    }

    private final MemoryLedger ledger = new MemoryLedger();
    private final Feed feed = new Feed(ledger, Masking.NONE);
    private final Previews previews = new Previews(Masking.NONE);

    @Test
    void what_is_said_between_two_events_is_shown_between_them() throws InterruptedException {
        try (var view = LiveView.of(feed, previews, SESSION, 0)) {
            commit();
            previews.said(SESSION, RUN, "The first ");
            previews.said(SESSION, RUN, "three");
            commit();
            previews.said(SESSION, RUN, " are");

            assertThat(look(view, 4)).containsExactly("#1", "0:The first three", "#2", "15: are");
        }
    }

    @Test
    void a_viewer_who_does_not_look_for_long_gets_all_of_it_in_one_piece() throws InterruptedException {
        int words = 200_000;
        try (var view = LiveView.of(feed, previews, SESSION, 0)) {
            for (int i = 0; i < words; i++) {
                previews.said(SESSION, RUN, "word ");
            }
            assertThat(look(view, 1)).containsExactly("0:" + "word ".repeat(words));
        }
    }

    @Test
    void the_arguments_of_a_call_come_by_its_id_and_are_taken_back_with_the_message() throws InterruptedException {
        previews.called(SESSION, RUN, "call-1", "exec", "{\"command\":");
        try (var view = LiveView.of(feed, previews, SESSION, 0)) {
            previews.called(SESSION, RUN, "call-1", "exec", "\"ls\"");
            previews.called(SESSION, RUN, "call-1", "exec", "}");
            previews.called(SESSION, RUN, "call-2", "exec", "{}");
            previews.retracted(SESSION, RUN);
            previews.called(SESSION, RUN, "call-1", "exec", "{}");
            previews.ended(SESSION, RUN);

            assertThat(look(view, 4))
                    .containsExactly("call-1@0:{\"command\":\"ls\"}", "call-2@0:{}", "taken back", "call-1@0:{}");
        }
    }

    @Test
    void what_was_taken_back_is_told_in_its_place() throws InterruptedException {
        try (var view = LiveView.of(feed, previews, SESSION, 0)) {
            previews.said(SESSION, RUN, "wrong");
            previews.retracted(SESSION, RUN);
            commit();
            previews.said(SESSION, RUN, "right");

            assertThat(look(view, 4)).containsExactly("0:wrong", "taken back", "#1", "0:right");
        }
    }

    @Test
    void who_comes_in_the_middle_gets_what_happened_then_the_text_so_far_once_then_what_follows()
            throws InterruptedException {
        commit();
        commit();
        previews.said(SESSION, RUN, "The first ");
        previews.said(SESSION, RUN, "three");
        try (var view = LiveView.of(feed, previews, SESSION, 1)) {
            assertThat(view.begunAt()).isEqualTo(2);
            previews.said(SESSION, RUN, " are");
            assertThat(look(view, 2)).containsExactly("#2", "0:The first three are");
            previews.said(SESSION, RUN, " gone");
            assertThat(look(view, 1)).containsExactly("19: gone");
        }
    }

    @Test
    void who_wants_events_alone_hears_no_words() throws InterruptedException {
        try (var view = LiveView.ofEvents(feed, SESSION, 0)) {
            previews.said(SESSION, RUN, "words");
            commit();
            assertThat(look(view, 1)).containsExactly("#1");
            assertThat(view.next(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void a_reader_that_waits_is_woken_by_the_next_word() throws InterruptedException {
        try (var view = LiveView.of(feed, previews, SESSION, 0)) {
            Thread.startVirtualThread(() -> previews.said(SESSION, RUN, "hello"));
            assertThat(look(view, 1)).containsExactly("0:hello");
        }
    }

    @Test
    void closing_wakes_whoever_waits_and_nothing_is_heard_after_it() throws InterruptedException {
        var view = LiveView.of(feed, previews, SESSION, 0);
        Thread.startVirtualThread(view::close);
        assertThat(view.next(Duration.ofMinutes(1))).isEmpty();

        previews.said(SESSION, RUN, "too late");
        commit();
        assertThat(view.next(Duration.ofMinutes(1))).isEmpty();
    }

    @Test
    void whenever_one_looks_everything_is_seen_once_and_in_order() {
        Cases.check(300, draw -> seenOnceAndInOrder(draw.listOf(0, 40, () -> draw.oneOf(Happening.values()))));
    }

    private static void seenOnceAndInOrder(List<Happening> happenings) throws InterruptedException {
        var ledger = new MemoryLedger();
        var feed = new Feed(ledger, Masking.NONE);
        var previews = new Previews(Masking.NONE);
        var expected = new StringBuilder();
        var seen = new StringBuilder();
        int events = 0;
        int words = 0;
        try (var view = LiveView.of(feed, previews, SESSION, 0)) {
            for (var happening : happenings) {
                switch (happening) {
                    case COMMIT -> {
                        ledger.add(SESSION, EVENT);
                        expected.append('#').append(++events);
                    }
                    case WORDS -> {
                        previews.said(SESSION, RUN, "w" + ++words);
                        expected.append('w').append(words);
                    }
                    case TAKEN_BACK -> {
                        if (words > 0) {
                            previews.retracted(SESSION, RUN);
                            expected.append("taken back");
                        }
                    }
                    case LOOK -> view.next(Duration.ZERO).forEach(one -> seen.append(withoutOffset(one)));
                }
            }
            view.next(Duration.ZERO).forEach(one -> seen.append(withoutOffset(one)));
        }
        assertThat(seen).hasToString(expected.toString());
    }

    /** Reads until it has seen so many things, and not one more. */
    private static List<String> look(LiveView view, int things) throws InterruptedException {
        var seen = new ArrayList<String>();
        var deadline = System.nanoTime() + SOON.toNanos();
        while (seen.size() < things && System.nanoTime() < deadline) {
            view.next(SOON).forEach(one -> seen.add(told(one)));
        }
        return seen;
    }

    private static String told(Seen seen) {
        return seen instanceof Seen.Text text ? text.offset() + ":" + text.piece() : withoutOffset(seen);
    }

    private static String withoutOffset(Seen seen) {
        return switch (seen) {
            case Seen.Event(var recorded) -> "#" + recorded.seq();
            case Seen.Text(var _, var piece, var _) -> piece;
            case Seen.Call(var _, var callId, var _, var piece, var offset) -> callId + "@" + offset + ":" + piece;
            case Seen.Retracted _ -> "taken back";
        };
    }

    private void commit() {
        ledger.add(SESSION, EVENT);
    }
}
