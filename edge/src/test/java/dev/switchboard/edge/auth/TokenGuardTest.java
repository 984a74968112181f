package dev.switchboard.edge.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.edge.net.Peer;
import dev.switchboard.testkit.MovableClock;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenGuardTest {
    private final MovableClock clock = new MovableClock(Instant.parse("2026-06-01T12:00:00Z"));
    private final TokenGuard guard = new TokenGuard(clock);
    private final ClientKey client = key("203.0.113.7");

    @Test
    void repeatedFailuresAreSlowedAndARightOneStillPasses() {
        exhaust(client);
        assertThat(guard.check(client, () -> false)).isEqualTo(new TokenGuard.Result.TooMany(TokenGuard.REFILL));
        assertThat(guard.check(client, () -> true)).isEqualTo(new TokenGuard.Result.Ok());
        assertThat(guard.check(client, () -> false))
                .as("a right one does not buy new tries")
                .isInstanceOf(TokenGuard.Result.TooMany.class);
    }

    @Test
    void whoWaitsAsLongAsToldMayTryAgain() {
        exhaust(client);
        clock.pass(Duration.ofMillis(1500));
        var told = (TokenGuard.Result.TooMany) guard.check(client, () -> false);
        assertThat(told.retryAfter()).isEqualTo(Duration.ofSeconds(5));
        clock.pass(told.retryAfter());
        assertThat(guard.check(client, () -> false)).isEqualTo(new TokenGuard.Result.Wrong());
        assertThat(guard.check(client, () -> false)).isInstanceOf(TokenGuard.Result.TooMany.class);
    }

    @Test
    void oneClientDoesNotSlowAnother() {
        exhaust(client);
        assertThat(guard.check(key("203.0.113.8"), () -> false)).isEqualTo(new TokenGuard.Result.Wrong());
    }

    @Test
    void memoryIsBounded() {
        for (int i = 0; i < TokenGuard.MAX_CLIENTS + 500; i++) {
            guard.check(new ClientKey("client " + i), () -> false);
        }
        assertThat(guard.clients()).isEqualTo(TokenGuard.MAX_CLIENTS);
    }

    @Test
    void oneClientHasOneKeyHoweverItsAddressIsWritten() {
        assertThat(key("::ffff:203.0.113.7")).isEqualTo(key("203.0.113.7"));
        assertThat(key("2001:db8:1:2::1")).isEqualTo(key("2001:db8:1:2:ffff::9"));
        assertThat(key("2001:db8:1:2::1")).isNotEqualTo(key("2001:db8:1:3::1"));
        assertThat(key("127.0.0.1")).isEqualTo(key("127.9.9.9")).isEqualTo(key("::1"));
    }

    @Test
    void theForwardedAddressIsIgnoredUnlessAProxyIsConfigured() {
        var request = TestRequest.get("/").from("198.51.100.1").header("X-Forwarded-For", "203.0.113.7");
        assertThat(Doorway.local().clientOf(request.build())).isEqualTo(key("198.51.100.1"));
    }

    @Test
    void behindAProxyTheLastForwardedAddressIsTheClient() {
        var doorway = new Doorway(null, List.of(), List.of(), true);
        var request = TestRequest.get("/").header("X-Forwarded-For", "10.0.0.1, 127.0.0.1, 203.0.113.7");
        assertThat(doorway.clientOf(request.build())).isEqualTo(key("203.0.113.7"));
        assertThat(doorway.clientOf(
                        request.also("X-Forwarded-For", "::ffff:203.0.113.8").build()))
                .as("of several lines the last")
                .isEqualTo(key("203.0.113.8"));
        assertThat(doorway.clientOf(request.also("X-Forwarded-For", "203.0.113.7, bogus.example")
                        .build()))
                .as("no name is looked up")
                .isEqualTo(key("127.0.0.1"));
        assertThat(doorway.clientOf(TestRequest.get("/").from("10.0.0.9").build()))
                .isEqualTo(key("10.0.0.9"));
    }

    @Test
    void aConnectionThatHasAskedNothingIsItsAddressesUnlessThatIsTheProxys() {
        var peer = new Peer(InetAddress.ofLiteral("2001:db8:1:2::1"), false);
        assertThat(Doorway.local().clientOf(peer)).contains(key("2001:db8:1:2::9"));
        assertThat(new Doorway(null, List.of(), List.of(), true).clientOf(peer)).isEmpty();
    }

    private void exhaust(ClientKey who) {
        for (int i = 0; i < TokenGuard.TRIES; i++) {
            assertThat(guard.check(who, () -> false)).isEqualTo(new TokenGuard.Result.Wrong());
        }
    }

    private static ClientKey key(String address) {
        return ClientKey.of(InetAddress.ofLiteral(address));
    }
}
