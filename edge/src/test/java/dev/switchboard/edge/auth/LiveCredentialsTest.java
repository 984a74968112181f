package dev.switchboard.edge.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.testkit.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveCredentialsTest {
    private final MovableClock clock = new MovableClock(Instant.parse("2026-06-01T12:00:00Z"));
    private final MemoryTokens tokens = new MemoryTokens(clock);
    private final Credentials credentials =
            new Credentials(tokens, tokens.browsers, new TokenGuard(clock), Doorway.local(), null, clock);
    private final LiveCredentials open = new LiveCredentials(credentials::isLive, credentials.seen()::note);
    private final List<String> closed = new ArrayList<>();

    @Test
    void expiryClosesWhatIsOpenAtTheNextSweep() {
        var shortly = tokens.given(clock.instant().plusSeconds(60), Scope.TASK_READ);
        open.register(new Credential(shortly.token()), () -> closed.add("short"));
        open.register(lasting(), () -> closed.add("lasting"));
        open.sweep();
        assertThat(closed).isEmpty();
        clock.pass(Duration.ofSeconds(60));
        open.sweep();
        open.sweep();
        assertThat(closed).containsExactly("short");
        assertThat(open.size()).isEqualTo(1);
    }

    @Test
    void aTokenRevokedWhileItsSocketOpensClosesItAtOnce() {
        var credential = lasting();
        tokens.revoke(credential.token().id());
        open.register(credential, () -> closed.add("late"));
        assertThat(closed).containsExactly("late");
        assertThat(open.size()).isZero();
    }

    @Test
    void aBrowsersSocketsOutliveTheRotationOfItsTokenAndEndWithTheNewOne() {
        tokens.keepOperator("swb_operator");
        var old = tokens.given(null, Scope.ADMIN).token();
        var browser = tokens.browsers.open(old, "phone", "192.0.2.1").browser();
        open.register(new Credential(old, browser), () -> closed.add("browser"));
        open.register(new Credential(old), () -> closed.add("script"));

        var rotation = (TokenStore.Rotation.Done) tokens.rotate(old, old.id());
        open.sweep();
        assertThat(closed).containsExactly("script");

        tokens.revoke(rotation.minted().token().id());
        open.sweep();
        assertThat(closed).containsExactly("script", "browser");
    }

    @Test
    void whoHasSomethingOpenIsSeen() {
        var credential = lasting();
        open.register(credential, () -> {});
        assertThat(open.credentials()).containsExactly(credential);
        assertThat(credentials.seen().of(tokens.list(null, 500).getFirst())).isEqualTo(clock.instant());
        clock.pass(Duration.ofHours(1));
        open.credentials().forEach(credentials.seen()::note);
        credentials.seen().write();
        assertThat(tokens.list(null, 500).getFirst().lastSeenAt()).isEqualTo(clock.instant());
    }

    @Test
    void aClosedSocketIsForgottenAndOnlyThatOne() {
        var credential = lasting();
        var first = open.register(credential, () -> closed.add("first"));
        open.register(credential, () -> closed.add("second"));
        first.close();
        first.close();
        open.endWhere(credential::equals);
        assertThat(closed).containsExactly("second");
    }

    @Test
    void whenTheGatewayStopsNobodyIsToldThatTheirCredentialEnded() {
        open.register(lasting(), () -> closed.add("revoked"), () -> closed.add("shutdown"));
        open.register(lasting(), () -> closed.add("a stream"));
        open.stop();
        assertThat(closed).containsExactlyInAnyOrder("shutdown", "a stream");
        assertThat(open.size()).isZero();
    }

    @Test
    void oneThatCannotBeClosedDoesNotKeepTheOthersOpen() {
        var credential = lasting();
        for (int i = 0; i < 3; i++) {
            open.register(credential, () -> {
                closed.add("tried");
                throw new IllegalStateException("stuck");
            });
        }
        open.endWhere(any -> true);
        assertThat(closed).hasSize(3);
        assertThat(open.size()).isZero();
    }

    private Credential lasting() {
        return new Credential(tokens.given(null, Scope.TASK_READ).token());
    }
}
