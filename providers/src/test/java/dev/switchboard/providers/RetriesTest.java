package dev.switchboard.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetriesTest {
    private final Retries retries =
            new Retries(3, _ -> {}, InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z")), new Random(1));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        7                             | 7000
        0.5                           | 500
        -3                            | 0
        3600                          | 60000
        Fri, 02 Jan 2026 03:04:15 GMT | 10000
        Fri, 02 Jan 2026 03:00:00 GMT | 0
        Fri, 02 Jan 2026 04:00:00 GMT | 60000
        """)
    void theServersWishIsHonouredUpToAMinute(String retryAfter, long millis) {
        assertThat(retries.waitAfter(1, retryAfter)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void withoutAWishTheWaitDoublesAndHalfOfItIsChance() {
        for (int i = 0; i < 100; i++) {
            assertThat(retries.waitAfter(1, null)).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
            assertThat(retries.waitAfter(3, null)).isBetween(Duration.ofMillis(1000), Duration.ofMillis(2000));
            assertThat(retries.waitAfter(40, "soon")).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
        }
    }
}
