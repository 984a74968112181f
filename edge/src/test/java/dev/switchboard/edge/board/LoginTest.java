package dev.switchboard.edge.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.core.identity.Proof;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.auth.ClientKey;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.MemoryTokens;
import dev.switchboard.edge.auth.TokenGuard;
import dev.switchboard.protocol.board.FromBoard.Auth;
import dev.switchboard.testkit.MovableClock;
import dev.switchboard.testkit.Talk;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoginTest {
    private static final ClientKey CLIENT = new ClientKey("192.0.2.1");
    private static final String CHALLENGE = "nonce";

    private final MovableClock clock = new MovableClock(Talk.NOON);
    private final MemoryTokens tokens = new MemoryTokens(clock);
    private final Login login = new Login(tokens, new TokenGuard(clock), Masking.NONE, clock);

    @Test
    void nobody_gets_more_than_the_token_has_nor_more_than_was_asked_for() {
        var known = Scope.all().stream().map(Scope::wireName);
        var names = Stream.concat(known, Stream.of("*", "everything", "", "ADMIN", "task:*"))
                .toList();
        Cases.check(500, draw -> {
            var had = draw.someOf(0, Scope.all());
            List<@Nullable String> asked = draw.listOf(0, 6, () -> draw.orNothing(1, () -> draw.oneOf(names)));
            grantedIsWhatBothAllow(had, asked, draw.coin(), draw.coin());
        });
    }

    private void grantedIsWhatBothAllow(Set<Scope> had, List<@Nullable String> asked, boolean node, boolean brought) {
        var minted = tokens.given(null, had.toArray(Scope[]::new));
        var auth = new Auth(
                "board-1", brought ? null : minted.secret(), null, null, node ? "node" : "operator", asked, null);

        var outcome = login.judge(auth, CLIENT, CHALLENGE, brought ? new Credential(minted.token()) : null);

        assertThat(outcome).isInstanceOfSatisfying(Login.Outcome.Welcome.class, welcome -> {
            var granted = welcome.scopes();
            assertThat(had).containsAll(granted);
            if (!asked.contains("*")) {
                assertThat(asked)
                        .containsAll(granted.stream().map(Scope::wireName).toList());
            }
            var expected = had.stream()
                    .filter(scope -> asked.contains("*") || asked.contains(scope.wireName()))
                    .filter(scope -> !node || scope == Scope.STATUS_READ)
                    .collect(Collectors.toSet());
            assertThat(granted).isEqualTo(expected);
        });
    }

    @Test
    void the_proof_of_a_token_is_as_good_as_the_token_and_of_its_challenge_and_device_alone() {
        var minted = tokens.given(null, Scope.TASK_READ);
        var proof = Proof.of(minted.secret(), CHALLENGE + ":board-1");

        assertThat(judge(proven("board-1", proof), CHALLENGE)).isInstanceOf(Login.Outcome.Welcome.class);
        assertThat(judge(proven("board-1", proof), "another")).isEqualTo(refused("auth_failed", "the token is wrong"));
        assertThat(judge(proven("board-2", proof), CHALLENGE)).isEqualTo(refused("auth_failed", "the token is wrong"));
    }

    @Test
    void a_token_that_is_no_longer_good_says_why() {
        var revoked = tokens.given(null, Scope.TASK_READ);
        tokens.revoke(revoked.token().id());
        var brief = tokens.given(clock.instant().plusSeconds(1), Scope.TASK_READ);
        clock.pass(Duration.ofSeconds(1));

        assertThat(judge(with(revoked.secret()), CHALLENGE))
                .isEqualTo(refused("invalid_token", "the token was revoked"));
        assertThat(judge(with(brief.secret()), CHALLENGE)).isEqualTo(refused("invalid_token", "the token has expired"));
        assertThat(judge(with("with space"), CHALLENGE)).isEqualTo(refused("invalid_token", "the token is malformed"));
        assertThat(judge(with("x".repeat(257)), CHALLENGE))
                .isEqualTo(refused("invalid_token", "the token is malformed"));
    }

    @Test
    void a_right_token_passes_however_many_wrong_ones_came_before() {
        var minted = tokens.given(null, Scope.TASK_READ);
        for (int i = 0; i < 10; i++) {
            assertThat(judge(with("wrong"), CHALLENGE)).isEqualTo(refused("auth_failed", "the token is wrong"));
        }
        assertThat(judge(with("wrong"), CHALLENGE)).isInstanceOfSatisfying(Login.Outcome.Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo("rate_limited");
            assertThat(refused.retryAfter()).isPositive();
        });
        assertThat(judge(with(minted.secret()), CHALLENGE)).isInstanceOf(Login.Outcome.Welcome.class);
    }

    @Test
    void what_is_no_login_may_be_said_again() {
        var secret = tokens.given(null, Scope.TASK_READ).secret();
        var scopes = List.<@Nullable String>of("*");
        assertThat(judge(new Auth("b", secret, null, null, "admin", scopes, null), CHALLENGE))
                .isEqualTo(new Login.Outcome.Unclear("role must be operator or node"));
        assertThat(judge(new Auth(" ", secret, null, null, "node", scopes, null), CHALLENGE))
                .isEqualTo(new Login.Outcome.Unclear("device_id is required"));
        assertThat(judge(new Auth("b", secret, null, null, "node", null, null), CHALLENGE))
                .isInstanceOf(Login.Outcome.Unclear.class);
        assertThat(judge(new Auth("b", secret, null, null, "node", scopes, "2"), CHALLENGE))
                .isEqualTo(new Login.Outcome.Unclear("protocol_version \"2\" is not supported, this gateway speaks 1"));
    }

    private Login.Outcome judge(Auth auth, String challenge) {
        return login.judge(auth, CLIENT, challenge, null);
    }

    private static Auth with(String token) {
        return new Auth("board-1", token, null, null, "operator", List.of("*"), null);
    }

    private static Auth proven(String device, String proof) {
        return new Auth(device, null, proof, null, "operator", List.of("*"), "1");
    }

    private static Login.Outcome refused(String code, String why) {
        return new Login.Outcome.Refused(code, why, null);
    }
}
