package dev.switchboard.edge.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatesTest {
    private final Doorway local = Doorway.local();
    private final Doorway published = new Doorway(
            "https://gate.example", List.of("desk.lan", "other.lan:8080"), List.of("https://app.example"), true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:18080",
                "LOCALHOST:1",
                "localhost.",
                "127.0.0.1",
                "127.0.0.1:18080",
                "127.8.9.10:80",
                "[::1]",
                "[::1]:18080",
                "[0:0:0:0:0:0:0:1]",
                "[::ffff:127.0.0.1]:18080"
            })
    void aLoopbackNameIsOurs(String host) {
        assertThat(new HostGate(local).check(TestRequest.get("/").host(host).build()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:18080",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "evil.localhost",
                "0.0.0.0",
                "192.168.1.5",
                "[::]",
                "[fe80::1]",
                "127.1",
                "127.0.0.01",
                "2130706433",
                "gate.example",
                "desk.lan"
            })
    void anotherNameIsForeignWhereverItPoints(String host) {
        assertThat(new HostGate(local).check(TestRequest.get("/").host(host).build()))
                .hasValueSatisfying(refused -> {
                    assertThat(refused.status()).isEqualTo(403);
                    assertThat(refused.code()).isEqualTo("foreign_host");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "localhost evil.example",
                "localhost,evil.example",
                "user@localhost",
                "localhost:",
                "[::1",
                "localhost:x",
                "localhost:99999",
                "[::1%25lo]",
                "localhost/",
                "http://localhost",
                "."
            })
    void whatIsNoHostIsABadRequest(String host) {
        assertThat(new HostGate(local).check(TestRequest.get("/").host(host).build()))
                .hasValueSatisfying(refused -> assertThat(refused.status()).isEqualTo(400));
    }

    @Test
    void aRequestHasExactlyOneHost() {
        var none = TestRequest.get("/").withoutHost().build();
        var two = TestRequest.get("/").also("Host", "localhost").build();
        assertThat(new HostGate(local).check(none))
                .hasValueSatisfying(refused -> assertThat(refused.status()).isEqualTo(400));
        assertThat(new HostGate(local).check(two))
                .hasValueSatisfying(refused -> assertThat(refused.status()).isEqualTo(400));
    }

    @ParameterizedTest
    @CsvSource({
        "gate.example, true",
        "gate.example:443, true",
        "GATE.EXAMPLE, true",
        "desk.lan, true",
        "desk.lan:9, true",
        "other.lan:8080, true",
        "other.lan, false",
        "other.lan:8081, false",
        "x.gate.example, false",
        "app.example, false"
    })
    void configuredNamesAreOurs(String host, boolean ours) {
        assertThat(new HostGate(published)
                        .check(TestRequest.get("/").host(host).build())
                        .isEmpty())
                .isEqualTo(ours);
    }

    @Test
    void withoutAnOriginThereIsNoBrowserToCheck() {
        assertThat(new OriginGate(local).check(TestRequest.get("/").build())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:18080, http://localhost:18080, true",
        "localhost:18080, http://localhost, false",
        "localhost:18080, http://localhost:18081, false",
        "localhost:18080, http://127.0.0.1:18080, false",
        "localhost:18080, https://localhost:18080, false",
        "localhost:80, http://localhost, true",
        "localhost, http://localhost, true",
        "[::1]:18080, http://[::1]:18080, true",
        "127.0.0.1:18080, http://127.0.0.1:18080, true",
        "localhost:18080, null, false",
        "localhost:18080, http://evil.example, false",
        "localhost:18080, http://localhost:18080.evil.example, false",
        "localhost:18080, http://localhost:18080@evil.example, false",
        "localhost:18080, http://localhost:18080/, false",
        "localhost:18080, file://, false",
        "localhost:18080, chrome-extension://abc, false",
        "localhost:18080, '', false",
        "localhost:18080, '*', false",
    })
    void onlyOurOwnOriginPasses(String host, String origin, boolean passes) {
        var request = TestRequest.get("/").host(host).origin(origin).build();
        assertThat(new OriginGate(local).check(request).isEmpty()).isEqualTo(passes);
    }

    @Test
    void twoOriginsAreNotOneOfOurs() {
        var request = TestRequest.get("/")
                .origin("http://localhost:18080")
                .also("Origin", "http://localhost:18080")
                .build();
        assertThat(new OriginGate(local).check(request)).isPresent();
    }

    @Test
    void underTlsOurOwnOriginIsHttps() {
        var gate = new OriginGate(local);
        assertThat(gate.check(TestRequest.get("/")
                        .overTls()
                        .origin("https://localhost:18080")
                        .build()))
                .isEmpty();
        assertThat(gate.check(TestRequest.get("/")
                        .overTls()
                        .origin("http://localhost:18080")
                        .build()))
                .isPresent();
    }

    @Test
    void thePublicUrlAndAllowedOriginsPassAndNobodyElse() {
        var gate = new OriginGate(published);
        var request = TestRequest.get("/").host("gate.example");
        assertThat(gate.check(request.origin("https://gate.example").build())).isEmpty();
        assertThat(gate.check(request.origin("https://app.example").build())).isEmpty();
        assertThat(gate.check(request.origin("http://gate.example").build())).isPresent();
        assertThat(gate.check(request.origin("http://app.example").build())).isPresent();
        assertThat(gate.check(
                        request.origin("https://gate.example.evil.example").build()))
                .isPresent();
        assertThat(gate.check(request.origin("null").build())).isPresent();
    }

    @Test
    void aProxysWordOnTlsCountsOnlyBehindOne() {
        var request = TestRequest.get("/")
                .host("desk.lan")
                .origin("https://desk.lan")
                .header("X-Forwarded-Proto", "https")
                .build();
        assertThat(new OriginGate(published).check(request)).isEmpty();
        var direct = new Doorway(null, List.of("desk.lan"), List.of(), false);
        assertThat(new OriginGate(direct).check(request)).isPresent();
    }

    @Test
    void aBareIpv6AddressIsAHostLikeAnyOther() {
        var gate = new HostGate(new Doorway(null, List.of("fe80::1"), List.of(), false));
        assertThat(gate.check(TestRequest.get("/").host("[fe80::1]:18080").build()))
                .isEmpty();
        assertThat(gate.check(TestRequest.get("/").host("[fe80::2]:18080").build()))
                .isPresent();
    }

    @Test
    void aWrongConfigurationNamesItsKey() {
        assertThatThrownBy(() -> new Doorway("gate.example", List.of(), List.of(), false))
                .hasMessageContaining("server.publicUrl");
        assertThatThrownBy(() -> new Doorway(null, List.of("http://x"), List.of(), false))
                .hasMessageContaining("server.hosts");
        assertThatThrownBy(() -> new Doorway(null, List.of(), List.of("null"), false))
                .hasMessageContaining("server.allowedOrigins");
        assertThatThrownBy(() -> new Doorway(null, List.of(), List.of("*"), false))
                .hasMessageContaining("server.allowedOrigins");
    }
}
