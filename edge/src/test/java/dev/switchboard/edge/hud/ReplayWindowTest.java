package dev.switchboard.edge.hud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.edge.api.MemoryLedger;
import java.time.Clock;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {
    private static final SessionId SESSION = new SessionId("s");
    private static final String RUN = "run-1";
    private static final int SMALL = 10;

    private final MemoryLedger ledger = new MemoryLedger(Clock.systemUTC());

    @Test
    void a_session_in_which_nothing_happened_has_nothing_more() {
        assertThat(newest(1_000)).isEqualTo(new ReplayWindow(0, false));
    }

    @Test
    void all_of_it_if_it_fits() {
        turn(5);
        turn(5);
        assertThat(newest(1_000)).isEqualTo(new ReplayWindow(0, false));
        assertThat(newest(16)).as("exactly").isEqualTo(new ReplayWindow(0, false));
    }

    @Test
    void it_begins_with_the_message_of_a_turn() {
        turn(5);
        turn(5);
        assertThat(newest(14)).isEqualTo(new ReplayWindow(8, true));
        assertThat(newest(8)).isEqualTo(new ReplayWindow(8, true));
    }

    @Test
    void it_may_begin_with_the_turn_where_its_message_does_not_fit() {
        turn(5);
        turn(5);
        assertThat(newest(7)).isEqualTo(new ReplayWindow(9, true));
    }

    @Test
    void of_a_turn_that_is_longer_it_has_the_newest_events() {
        turn(50);
        assertThat(newest(20)).isEqualTo(new ReplayWindow(53 - 20, true));
    }

    @Test
    void a_thousand_of_a_longer_turn() {
        commit(SMALL, said());
        commit(SMALL, start());
        for (int i = 0; i < 2_000; i++) {
            commit(SMALL, call());
        }
        assertThat(newest(ReplayWindow.MAX_EVENTS)).isEqualTo(new ReplayWindow(1_002, true));
    }

    @Test
    void what_was_said_while_a_turn_was_under_way_is_not_the_beginning_of_one() {
        commit(SMALL, said()); // 1
        commit(SMALL, start()); // 2
        commit(SMALL, call()); // 3
        commit(SMALL, said()); // 4, waits
        commit(SMALL, call()); // 5
        commit(SMALL, end()); // 6
        commit(SMALL, start()); // 7
        commit(SMALL, end()); // 8
        assertThat(newest(6)).as("not from 4, inside the first turn").isEqualTo(new ReplayWindow(6, true));
    }

    @Test
    void what_was_said_while_the_turn_runs_that_is_shown_does_not_cut_it() {
        turn(5); // 1 to 8
        commit(SMALL, said()); // 9
        commit(SMALL, start()); // 10
        commit(SMALL, call()); // 11
        commit(SMALL, said()); // 12, waits
        commit(SMALL, call()); // 13
        assertThat(newest(7)).isEqualTo(new ReplayWindow(8, true));
        assertThat(newest(4)).isEqualTo(new ReplayWindow(9, true));
    }

    @Test
    void what_waits_after_the_last_turn_is_a_beginning() {
        turn(5); // 1 to 8
        commit(SMALL, said()); // 9
        assertThat(newest(4)).isEqualTo(new ReplayWindow(8, true));
    }

    @Test
    void it_is_bounded_in_size_too_and_has_what_was_said_last() {
        commit(SMALL, said());
        commit(ReplayWindow.MAX_SIZE / 2, call());
        commit(ReplayWindow.MAX_SIZE / 2, call());
        commit(SMALL, said());
        assertThat(newest(1_000)).isEqualTo(new ReplayWindow(2, true));
        commit(ReplayWindow.MAX_SIZE * 2, said());
        commit(SMALL, call());
        assertThat(newest(1_000)).isEqualTo(new ReplayWindow(4, true));
        commit(ReplayWindow.MAX_UNSAID / 2, call());
        commit(ReplayWindow.MAX_UNSAID / 2, call());
        assertThat(newest(1_000)).as("said too long ago").isEqualTo(new ReplayWindow(6, true));
        commit(ReplayWindow.MAX_UNSAID * 2, call());
        assertThat(newest(1_000)).as("one event at least").isEqualTo(new ReplayWindow(8, true));
    }

    @Test
    void what_was_said_counts_as_it_goes_over_the_wire() {
        // Three bytes each.
        var text = "話".repeat(60_000);
        for (int i = 0; i < 10; i++) {
            commit(text.length(), new RunEvent.UserMessage("e" + i, "m" + i, "web", "p", null, text));
            commit(SMALL, start());
            commit(SMALL, end());
        }
        assertThat(newest(1_000).after()).as("two of them, and a turn").isEqualTo(22);
    }

    @Test
    void before_a_number_nothing_of_what_follows_counts() {
        turn(5);
        turn(5);
        assertThat(ReplayWindow.of(ledger, SESSION, 9, 1_000)).isEqualTo(new ReplayWindow(0, false));
        assertThat(ReplayWindow.of(ledger, SESSION, 9, 3)).isEqualTo(new ReplayWindow(5, true));
        assertThat(ReplayWindow.of(ledger, SESSION, 1, 3)).isEqualTo(new ReplayWindow(0, false));
    }

    private ReplayWindow newest(int limit) {
        return ReplayWindow.of(ledger, SESSION, ledger.lastSeq(SESSION) + 1, limit);
    }

    /** A message, a turn with so many events, its end. */
    private void turn(int events) {
        commit(SMALL, said());
        commit(SMALL, start());
        Collections.nCopies(events, call()).forEach(event -> commit(SMALL, event));
        commit(SMALL, end());
    }

    private void commit(int size, RunEvent event) {
        ledger.commit(SESSION, size, List.of(event));
    }

    private static RunEvent said() {
        return new RunEvent.UserMessage("e", "m", "web", "p", null, "hi");
    }

    private static RunEvent start() {
        return new RunEvent.TurnStart("e", RUN, "turn", "m");
    }

    private static RunEvent call() {
        return new RunEvent.ThinkStart("e", RUN, "think", "turn");
    }

    private static RunEvent end() {
        return new RunEvent.TurnEnd("e", RUN, "turn", Status.OK, 1);
    }
}
