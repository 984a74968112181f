package dev.switchboard.edge.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestRateTest {
    private static final int AT_ONCE = 500;
    private static final int A_SECOND = 100;

    /** Near the end of all numbers, since nobody promises where this clock begins. */
    private static final long START = Long.MAX_VALUE - 1_000_000;

    private final AtomicLong nanos = new AtomicLong(START);
    private final RequestRate rate = new RequestRate(nanos::get);

    @Test
    void many_may_come_at_once_and_then_each_waits_for_its_turn() {
        assertThat(atOnce(rate, AT_ONCE)).isEqualTo(AT_ONCE);

        for (int i = 0; i < 50; i++) {
            var wait = rate.take();
            assertThat(wait).isEqualTo(Duration.ofMillis(10));
            pass(wait);
        }
    }

    @Test
    void waiting_longer_than_one_had_to_counts_for_the_next() {
        atOnce(rate, AT_ONCE);
        pass(rate.take().plusMillis(4));
        assertThat(rate.take()).isEqualTo(Duration.ofMillis(6));
    }

    @Test
    void after_that_there_are_so_many_a_second_and_a_rest_saves_up_no_more_than_the_beginning() {
        atOnce(rate, AT_ONCE);
        pass(Duration.ofSeconds(1));
        assertThat(atOnce(rate, A_SECOND)).isEqualTo(A_SECOND);
        assertThat(rate.take()).isEqualTo(Duration.ofMillis(10));
        pass(Duration.ofDays(1));
        assertThat(atOnce(rate, AT_ONCE)).isEqualTo(AT_ONCE);
        assertThat(rate.take()).isPositive();
    }

    @Test
    void however_they_come_there_are_never_more_than_at_once_and_so_many_a_second() {
        Cases.check(50, draw -> neverMore(draw.listOf(0, 30, () -> draw.between(0, 2_000)), draw.between(1, 700)));
    }

    private static void neverMore(List<Integer> pauses, int burst) {
        var nanos = new AtomicLong(START);
        var rate = new RequestRate(nanos::get);
        long taken = 0;
        for (int pause : pauses) {
            nanos.addAndGet(Duration.ofMillis(pause).toNanos());
            for (int i = 0; i < burst; i++) {
                nanos.addAndGet(rate.take().toNanos());
                taken++;
                double passed = (nanos.get() - START) / 1e9;
                assertThat((double) taken).isLessThanOrEqualTo(AT_ONCE + passed * A_SECOND + 1e-6);
            }
        }
    }

    /** How many of these need not wait, if they come in one moment. */
    private static int atOnce(RequestRate rate, int tries) {
        int taken = 0;
        for (int i = 0; i < tries; i++) {
            taken += rate.take().isZero() ? 1 : 0;
        }
        return taken;
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
