package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.money.SpendingStore;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What every store of spendings does. */
public abstract class SpendingStoreContract {
    protected abstract SpendingStore spending();

    protected abstract void reopen();

    @Test
    void whatIsReservedCountsUntilItIsSettled() {
        assertThat(spending().reserve("default", "2026-11-16", 600, 1_000)).isTrue();
        assertThat(spending().reserve("default", "2026-11-16", 600, 1_000)).isFalse();
        assertThat(spending().spent("default", "2026-11-16")).isEqualTo(600);
        spending().settle("default", "2026-11-16", 100 - 600);
        assertThat(spending().reserve("default", "2026-11-16", 600, 1_000)).isTrue();
        reopen();
        assertThat(spending().spent("default", "2026-11-16"))
                .as("a crash spends what was reserved")
                .isEqualTo(700);
    }

    @Test
    void agentsAndPeriodsAreCountedApart() {
        assertThat(spending().reserve("a", "2026-11-16", 900, 1_000)).isTrue();
        assertThat(spending().reserve("b", "2026-11-16", 900, 1_000)).isTrue();
        assertThat(spending().reserve("a", "2026-11-17", 900, 1_000)).isTrue();
        assertThat(spending().spent("c", "2026-11-16")).isZero();
    }

    @Test
    void theFirstReservationMayNotPassTheLimitEither() {
        assertThat(spending().reserve("a", "2026-11", 1_001, 1_000)).isFalse();
        assertThat(spending().reserve("a", "2026-11", 1_000, 1_000)).isTrue();
    }

    @Test
    void manyAtOnceNeverPassTheLimit() throws Exception {
        var tries = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 100; i++) {
            tries.add(() -> spending().reserve("a", "2026", 30, 1_000));
        }
        int granted = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var one : threads.invokeAll(tries)) {
                granted += one.get() ? 1 : 0;
            }
        }
        assertThat(granted).isEqualTo(33);
        assertThat(spending().spent("a", "2026")).isEqualTo(990);
    }
}
