package dev.switchboard.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExposureTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.9.10",
                "localhost",
                "LOCALHOST",
                "::1",
                "[::1]",
                "0:0:0:0:0:0:0:1",
                "::ffff:127.0.0.1"
            })
    void this_machine_alone_needs_no_encryption(String host) {
        assertThat(Exposure.refusal(host, false, false)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "::",
                "[::]",
                "192.168.1.7",
                "10.0.0.1",
                "fe80::1",
                "8.8.8.8",
                "gateway.example",
                "localhost.example",
                "127.0.0.1.example",
                "myhost",
                "::ffff:192.168.1.7"
            })
    void anything_wider_is_refused_unless_it_is_encrypted(String host) {
        assertThat(Exposure.refusal(host, false, false)).hasValueSatisfying(why -> assertThat(why)
                .startsWith("\"" + host + "\" can be reached from other machines")
                .endsWith("or use 127.0.0.1"));
        assertThat(Exposure.refusal(host, true, false)).as("with TLS").isEmpty();
        assertThat(Exposure.refusal(host, false, true)).as("behind a proxy").isEmpty();
    }

    @Test
    void a_spelling_of_loopback_that_only_some_resolvers_know_counts_as_reachable() {
        assertThat(Exposure.isLoopback("0x7f.1")).isFalse();
        assertThat(Exposure.isLoopback("localhost.")).isFalse();
    }
}
