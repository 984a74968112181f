package dev.switchboard.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimeOrderedIdsTest {
    private static final Instant NOON = Instant.parse("2026-11-16T12:00:00.123Z");

    @Test
    void an_id_is_a_uuid_that_tells_when_it_was_made() {
        var id = UUID.fromString(new TimeOrderedIds(Clock.fixed(NOON, ZoneOffset.UTC)).get());

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOON.toEpochMilli());
    }

    @Test
    void ids_sort_by_when_they_were_made_also_within_a_millisecond() {
        var ids = new TimeOrderedIds(Clock.fixed(NOON, ZoneOffset.UTC));

        var made = Stream.generate(ids).limit(10_000).toList();

        assertThat(made).isSorted().doesNotHaveDuplicates();
        assertThat(made).allMatch(id -> UUID.fromString(id).version() == 7);
    }

    @Test
    void ids_of_two_gateways_in_one_millisecond_differ() {
        var clock = Clock.fixed(NOON, ZoneOffset.UTC);

        assertThat(new TimeOrderedIds(clock).get()).isNotEqualTo(new TimeOrderedIds(clock).get());
    }

    @Test
    void a_clock_that_is_set_back_gives_no_id_twice_and_none_out_of_order() {
        var now = new Instant[] {NOON};
        var ids = new TimeOrderedIds(new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now[0];
            }
        });
        var before = ids.get();
        now[0] = NOON.minusSeconds(60);

        assertThat(ids.get()).isGreaterThan(before);
    }

    @Test
    void threads_never_get_the_same_id() throws Exception {
        var ids = new TimeOrderedIds(Clock.systemUTC());
        Callable<List<String>> many = () -> Stream.generate(ids).limit(5_000).toList();

        var made = new ArrayList<String>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var some : threads.invokeAll(Collections.nCopies(8, many))) {
                made.addAll(some.get());
            }
        }

        assertThat(made).hasSize(40_000).doesNotHaveDuplicates();
    }
}
