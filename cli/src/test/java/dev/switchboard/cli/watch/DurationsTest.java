package dev.switchboard.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ms, 0 s",
        "-5, 0 ms, 0 s",
        "210, 210 ms, 0 s",
        "4500, 4.5 s, 4 s",
        "123000, 2 min 3 s, 2 min 3 s",
        "3780000, 1 h 3 min, 1 h 3 min"
    })
    void as_a_person_reads_it(long millis, String over, String goesOn) {
        assertThat(Durations.of(millis)).isEqualTo(over);
        assertThat(Durations.soFar(millis)).isEqualTo(goesOn);
    }
}
