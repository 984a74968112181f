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
    void many_may_come_at_once_and_then_one_has_to_wait_as_long_as_it_is_told() {
        assertThat(taken(AT_ONCE + 50)).isEqualTo(AT_ONCE);

        var wait = rate.take();
        assertThat(wait).isEqualTo(Duration.ofMillis(10));
        pass(wait.minusNanos(1));
        assertThat(rate.take()).isEqualTo(Duration.ofNanos(1));
        pass(Duration.ofNanos(1));
        assertThat(rate.take()).isZero();
        assertThat(rate.take()).isPositive();
    }

    @Test
    void being_refused_costs_nothing() {
        taken(AT_ONCE);
        for (int i = 0; i < 10_000; i++) {
            assertThat(rate.take()).isEqualTo(Duration.ofMillis(10));
        }
    }

    @Test
    void after_that_there_are_so_many_a_second_and_a_rest_saves_up_no_more_than_the_beginning() {
        taken(AT_ONCE);
        pass(Duration.ofSeconds(1));
        assertThat(taken(AT_ONCE)).isEqualTo(A_SECOND);
        pass(Duration.ofDays(1));
        assertThat(taken(2 * AT_ONCE)).isEqualTo(AT_ONCE);
    }

    @Test
    void however_they_come_there_are_never_more_than_at_once_and_so_many_a_second() {
        Cases.check(200, draw -> neverMore(draw.listOf(0, 30, () -> draw.between(0, 2_000)), draw.between(1, 700)));
    }

    private static void neverMore(List<Integer> pauses, int burst) {
        var nanos = new AtomicLong(START);
        var rate = new RequestRate(nanos::get);
        long passed = 0;
        long taken = taken(rate, burst);
        for (int pause : pauses) {
            nanos.addAndGet(Duration.ofMillis(pause).toNanos());
            passed += pause;
            taken += taken(rate, burst);
            assertThat(taken).isLessThanOrEqualTo(AT_ONCE + passed * A_SECOND / 1_000);
        }
    }

    private int taken(int tries) {
        return taken(rate, tries);
    }

    private static int taken(RequestRate rate, int tries) {
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
