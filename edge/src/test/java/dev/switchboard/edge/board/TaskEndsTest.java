package dev.switchboard.edge.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.identity.RunId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskEndsTest {
    private static final RunId RUN = new RunId("run-1");

    private final TaskEnds ends = new TaskEnds();
    private final List<String> outcomes = new ArrayList<>();
    private final ChannelAdapter.Receipt receipt = new ChannelAdapter.Receipt() {
        @Override
        public void delivered() {
            outcomes.add("delivered");
        }

        @Override
        public void unclaimed() {
            outcomes.add("unclaimed");
        }
    };

    @Test
    void an_answer_that_nobody_watches_is_unclaimed() {
        ends.answered(RUN, receipt);
        assertThat(outcomes).containsExactly("unclaimed");
    }

    @Test
    void an_answer_is_delivered_when_a_board_has_it_and_not_before() {
        ends.watched(RUN);
        ends.answered(RUN, receipt);
        assertThat(outcomes).isEmpty();

        ends.left(RUN, true);
        assertThat(outcomes).containsExactly("delivered");
    }

    @Test
    void a_board_may_have_it_before_the_answer_comes() {
        ends.watched(RUN);
        ends.left(RUN, true);
        ends.answered(RUN, receipt);
        assertThat(outcomes).containsExactly("delivered");
    }

    @Test
    void one_of_several_boards_is_enough() {
        ends.watched(RUN);
        ends.watched(RUN);
        ends.watched(RUN);
        ends.left(RUN, false);
        ends.answered(RUN, receipt);
        assertThat(outcomes).as("two may still get it").isEmpty();

        ends.left(RUN, true);
        ends.left(RUN, false);
        assertThat(outcomes).containsExactly("delivered");
    }

    @Test
    void when_the_last_board_has_left_without_it_nobody_has_it() {
        ends.watched(RUN);
        ends.watched(RUN);
        ends.answered(RUN, receipt);
        ends.left(RUN, false);
        assertThat(outcomes).isEmpty();

        ends.left(RUN, false);
        assertThat(outcomes).containsExactly("unclaimed");
    }

    @Test
    void who_left_before_the_end_does_not_count() {
        ends.watched(RUN);
        ends.left(RUN, false);
        ends.answered(RUN, receipt);
        assertThat(outcomes).containsExactly("unclaimed");
    }
}
