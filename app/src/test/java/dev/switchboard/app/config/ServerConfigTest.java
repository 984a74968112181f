package dev.switchboard.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.edge.auth.Doorway;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigTest {
    private static ServerConfig listeningAt(String host) {
        return new ServerConfig(host, 18080, null, null, List.of("gateway.lan"), List.of(), true, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"desk.lan", "192.168.1.7", "fe80::1", "[fe80::1]"})
    void the_address_it_listens_at_is_one_of_its_names(String host) {
        assertThat(listeningAt(host).names()).containsExactly("gateway.lan", host);
        assertThat(new Doorway(null, listeningAt(host).names(), List.of(), true))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "[::]"})
    void all_addresses_together_are_no_name(String host) {
        assertThat(listeningAt(host).names()).containsExactly("gateway.lan");
    }

    @Test
    void an_address_that_no_Host_header_can_carry_is_no_name() {
        assertThat(listeningAt("fe80::1%eth0").names()).containsExactly("gateway.lan");
    }
}
