package dev.switchboard.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeLimitTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final Duration MOST = Duration.ofMinutes(10);

    private Instant now = NOON;

    @Test
    void itCountsFromTheFirstStartWhicheverGatewayThatWas() {
        var time = new TimeLimit(() -> now, MOST, null);
        time.countFrom(NOON.minus(Duration.ofMinutes(9)), Duration.ZERO);
        assertThat(time.isOver()).isFalse();
        pass(Duration.ofMinutes(2));
        assertThat(time.isOver()).isTrue();
    }

    @Test
    void whatPeopleTookBeforeARestartDoesNotCount() {
        var time = new TimeLimit(() -> now, MOST, null);
        time.countFrom(NOON.minus(Duration.ofHours(3)), Duration.ofHours(3));
        pass(Duration.ofMinutes(9));
        assertThat(time.isOver()).isFalse();
        pass(Duration.ofMinutes(2));
        assertThat(time.isOver()).isTrue();
    }

    @Test
    void itStandsStillWhileTheRunWaits() {
        var time = new TimeLimit(() -> now, MOST, null);
        time.countFrom(NOON, Duration.ZERO);
        pass(Duration.ofMinutes(6));
        time.pause();
        pass(Duration.ofHours(6));
        assertThat(time.isOver()).isFalse();
        time.goOn();
        pass(Duration.ofMinutes(3));
        assertThat(time.isOver()).isFalse();
        pass(Duration.ofMinutes(2));
        assertThat(time.isOver()).isTrue();
    }

    @Test
    void whatATaskWasGivenPassesWhateverItWaitsFor() {
        var time = new TimeLimit(() -> now, Duration.ofHours(10), NOON.plus(MOST));
        time.countFrom(NOON, Duration.ZERO);
        time.pause();
        pass(Duration.ofMinutes(11));
        assertThat(time.isOver()).isTrue();
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }
}
