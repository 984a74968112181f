package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Proof;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.core.identity.TokenStore.Revocation;
import dev.switchboard.core.identity.TokenStore.Rotation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every store of tokens does. Its clock stands at {@link Talk#NOON}. */
public abstract class TokenStoreContract {
    private static final String SECRET = "swb_operator-secret";

    protected abstract TokenStore tokens();

    /** Moves the clock of the store. */
    protected abstract void pass(Duration time);

    @Test
    void theOperatorHasEveryScope() {
        var operator = tokens().keepOperator(SECRET);

        assertThat(operator.scopes()).isEqualTo(Scope.all());
        assertThat(operator.isLiveAt(Talk.NOON)).isTrue();
        assertThat(tokens().find(SECRET)).contains(operator);
        assertThat(tokens().byId(operator.id())).contains(operator);
    }

    @Test
    void theOperatorIsKeptOnce() {
        assertThat(tokens().keepOperator(SECRET)).isEqualTo(tokens().keepOperator(SECRET));
        assertThat(tokens().list(null, 500)).hasSize(1);
    }

    @Test
    void aMintedTokenIsFoundByItsSecretAlone() {
        var operator = tokens().keepOperator(SECRET);
        var minted = tokens().mint(operator, "phone", Set.of(Scope.TASK_READ, Scope.TASK_WRITE), null);

        assertThat(minted.secret()).startsWith("swb_").hasSize(4 + 43);
        assertThat(tokens().find(minted.secret())).contains(minted.token());
        assertThat(tokens().find(minted.token().id())).isEmpty();
        assertThat(tokens().find("swb_wrong")).isEmpty();
        assertThat(tokens().list(null, 500))
                .containsExactlyInAnyOrder(
                        new TokenStore.Listed(operator, null, null),
                        new TokenStore.Listed(minted.token(), operator.id(), null));
    }

    @Test
    void theListComesInPagesTheNewestFirstAndARevocationMovesNone() {
        var operator = tokens().keepOperator(SECRET);
        var all = new ArrayList<>(List.of(operator.id()));
        for (int n = 0; n < 6; n++) {
            pass(Duration.ofSeconds(1 - n % 2)); // two at the same moment each
            all.addFirst(tokens().mint(operator, "n" + n, Set.of(Scope.TASK_READ), null)
                    .token()
                    .id());
        }
        var first = ids(tokens().list(null, 4));
        tokens().revoke(first.getLast());
        var second = ids(tokens().list(first.getLast(), 4));

        assertThat(first).hasSize(4);
        assertThat(second).hasSize(3).endsWith(operator.id());
        assertThat(Stream.concat(first.stream(), second.stream())).containsExactlyInAnyOrderElementsOf(all);
        assertThat(ids(tokens().list(null, 500)))
                .isEqualTo(Stream.concat(first.stream(), second.stream()).toList());
        assertThat(tokens().list(operator.id(), 4)).isEmpty();
    }

    private static List<String> ids(List<TokenStore.Listed> page) {
        return page.stream().map(listed -> listed.token().id()).toList();
    }

    @Test
    void nobodyGrantsWhatTheyDoNotHave() {
        var operator = tokens().keepOperator(SECRET);
        var reader =
                tokens().mint(operator, "reader", Set.of(Scope.TASK_READ), null).token();

        assertThat(tokens().mint(reader, "greedy", Scope.all(), null).token().scopes())
                .containsExactly(Scope.TASK_READ);
        assertThatThrownBy(() -> tokens().mint(reader, "nothing", Set.of(Scope.ADMIN), null))
                .isInstanceOf(SwitchboardException.class);
        assertThatThrownBy(() -> tokens().mint(reader, "nothing", Set.of(), null))
                .isInstanceOf(SwitchboardException.class);
    }

    @Test
    void whatAGranterClaimsToHaveCountsForNothing() {
        var operator = tokens().keepOperator(SECRET);
        var reader =
                tokens().mint(operator, "reader", Set.of(Scope.TASK_READ), null).token();
        var forged = new AccessToken(reader.id(), "reader", Scope.all(), reader.createdAt(), null, null);

        assertThat(tokens().mint(forged, "child", Scope.all(), null).token().scopes())
                .containsExactly(Scope.TASK_READ);
    }

    @Test
    void aRevokedTokenGrantsNothing() {
        var operator = tokens().keepOperator(SECRET);
        var admin = tokens().mint(operator, "admin", Scope.all(), null).token();

        assertThat(tokens().revoke(admin.id())).isEqualTo(new Revocation.Done(Set.of(admin.id())));
        assertThat(tokens().revoke(admin.id())).isEqualTo(new Revocation.NotLive());
        assertThat(tokens().revoke("nobody")).isEqualTo(new Revocation.NotLive());
        assertThat(tokens().byId(admin.id())).hasValueSatisfying(token -> assertThat(token.isLiveAt(Talk.NOON))
                .isFalse());
        assertThatThrownBy(() -> tokens().mint(admin, "child", Scope.all(), null))
                .isInstanceOf(SwitchboardException.class);
    }

    @Test
    void anExpiredTokenGrantsNothingAndCannotBeRevoked() {
        var operator = tokens().keepOperator(SECRET);
        var brief = tokens().mint(operator, "brief", Scope.all(), Talk.NOON.plusSeconds(60))
                .token();
        pass(Duration.ofSeconds(60));

        assertThatThrownBy(() -> tokens().mint(brief, "child", Scope.all(), null))
                .isInstanceOf(SwitchboardException.class);
        assertThat(tokens().revoke(brief.id())).isEqualTo(new Revocation.NotLive());
    }

    @Test
    void whatIsGrantedDoesNotOutliveItsMaker() {
        var operator = tokens().keepOperator(SECRET);
        var end = Talk.NOON.plusSeconds(60);
        var brief = tokens().mint(operator, "brief", Scope.all(), end).token();

        assertThat(tokens().mint(brief, "forever", Scope.all(), null).token().expiresAt())
                .isEqualTo(end);
        assertThat(tokens().mint(brief, "longer", Scope.all(), end.plusSeconds(1))
                        .token()
                        .expiresAt())
                .isEqualTo(end);
        assertThat(tokens().mint(brief, "shorter", Scope.all(), end.minusSeconds(1))
                        .token()
                        .expiresAt())
                .isEqualTo(end.minusSeconds(1));
    }

    @Test
    void whatAnotherMadeIsRevokedWithItAndNothingElse() {
        var operator = tokens().keepOperator(SECRET);
        var board = tokens().mint(operator, "board", Scope.all(), null).token();
        var script = tokens().mint(board, "script", Scope.all(), null).token();
        var helper =
                tokens().mint(script, "helper", Set.of(Scope.TASK_READ), null).token();
        var phone =
                tokens().mint(operator, "phone", Set.of(Scope.TASK_READ), null).token();

        assertThat(tokens().revoke(board.id()))
                .isEqualTo(new Revocation.Done(Set.of(board.id(), script.id(), helper.id())));

        assertThat(live()).containsExactlyInAnyOrder(operator.id(), phone.id());
    }

    @Test
    void whatIsLeftOfAFamilyIsReachedThroughThoseWhoAreGone() {
        var operator = tokens().keepOperator(SECRET);
        var board = tokens().mint(operator, "board", Scope.all(), null).token();
        var brief = tokens().mint(board, "brief", Scope.all(), Talk.NOON.plusSeconds(60))
                .token();
        pass(Duration.ofSeconds(60));

        assertThat(tokens().revoke(board.id())).isEqualTo(new Revocation.Done(Set.of(board.id())));
        assertThat(tokens().byId(brief.id()))
                .hasValueSatisfying(token -> assertThat(token.revokedAt()).isNull());
    }

    @Test
    void theLastAdministratorIsNotRevokedNorIsOneWhoseOnlyHeirsItMade() {
        var operator = tokens().keepOperator(SECRET);
        assertThat(tokens().revoke(operator.id())).isEqualTo(new Revocation.LastAdministrator());

        var heir = tokens().mint(operator, "heir", Scope.all(), null).token();
        assertThat(tokens().revoke(operator.id())).isEqualTo(new Revocation.LastAdministrator());

        assertThat(live()).containsExactlyInAnyOrder(operator.id(), heir.id());
        assertThat(tokens().revoke(heir.id())).isInstanceOf(Revocation.Done.class);
    }

    @Test
    void aRotatedTokenHasAnotherSecretAndIsOtherwiseTheSame() {
        var operator = tokens().keepOperator(SECRET);
        var end = Talk.NOON.plusSeconds(60);
        var old = tokens().mint(operator, "board", Set.of(Scope.TASK_READ, Scope.ADMIN), end);
        var child = tokens().mint(old.token(), "child", Set.of(Scope.TASK_READ), null)
                .token();
        pass(Duration.ofSeconds(1));

        var fresh = rotated(operator, old.token());

        assertThat(fresh.secret()).startsWith("swb_").isNotEqualTo(old.secret());
        assertThat(fresh.token())
                .isEqualTo(new AccessToken(
                        fresh.token().id(), "board", old.token().scopes(), Talk.NOON.plusSeconds(1), end, null));
        assertThat(tokens().find(fresh.secret())).contains(fresh.token());
        assertThat(tokens().find(old.secret()))
                .hasValueSatisfying(token -> assertThat(token.revokedAt()).isEqualTo(Talk.NOON.plusSeconds(1)));
        assertThat(makerOf(fresh.token())).as("whoever made the old one").isEqualTo(operator.id());
        assertThat(makerOf(child))
                .as("the children move over")
                .isEqualTo(fresh.token().id());
        assertThat(live())
                .containsExactlyInAnyOrder(operator.id(), fresh.token().id(), child.id());
        assertThat(tokens().rotate(operator, old.token().id())).isEqualTo(new Rotation.NotLive());
        assertThat(tokens().rotate(operator, "nobody")).isEqualTo(new Rotation.NotLive());
    }

    @Test
    void nobodyLearnsTheSecretOfATokenThatCanDoMoreOrForLonger() {
        var operator = tokens().keepOperator(SECRET);
        var strong = tokens().mint(operator, "strong", Set.of(Scope.TASK_READ, Scope.TERMINAL_WRITE), null)
                .token();
        var clerk = tokens().mint(operator, "clerk", Set.of(Scope.ADMIN, Scope.TASK_READ), null)
                .token();
        var brief = tokens().mint(operator, "brief", Scope.all(), Talk.NOON.plusSeconds(60))
                .token();

        assertThat(tokens().rotate(clerk, strong.id())).isEqualTo(new Rotation.BeyondOwn(Set.of(Scope.TERMINAL_WRITE)));
        assertThat(tokens().rotate(brief, strong.id())).isEqualTo(new Rotation.BeyondOwn(Set.of()));
        assertThat(live()).contains(strong.id());

        tokens().revoke(clerk.id());
        assertThatThrownBy(() -> tokens().rotate(clerk, clerk.id())).isInstanceOf(SwitchboardException.class);
    }

    @Test
    void whoHasLearnedASecretByRotatingItTakesItAlong() {
        var operator = tokens().keepOperator(SECRET);
        var clerk = tokens().mint(operator, "clerk", Scope.all(), null).token();
        var board = tokens().mint(operator, "board", Scope.all(), null).token();
        var seen = rotated(clerk, board).token();
        var kept = rotated(seen, seen).token();

        assertThat(tokens().revoke(clerk.id())).isEqualTo(new Revocation.Done(Set.of(clerk.id(), kept.id())));
        assertThat(live()).containsExactly(operator.id());
    }

    @Test
    void aRotatedOperatorIsStillTheOneThatANewFileReplaces() {
        var operator = tokens().keepOperator(SECRET);
        var child =
                tokens().mint(operator, "child", Set.of(Scope.TASK_READ), null).token();
        var fresh = rotated(operator, operator).token();

        var replaced = tokens().keepOperator("swb_another-secret");

        assertThat(live()).containsExactlyInAnyOrder(replaced.id(), child.id());
        assertThat(tokens().byId(fresh.id()))
                .hasValueSatisfying(token -> assertThat(token.revokedAt()).isNotNull());
        assertThat(makerOf(child)).as("the children move over").isEqualTo(replaced.id());
    }

    @Test
    void whenATokenWasLastSeenIsRemembered() {
        var operator = tokens().keepOperator(SECRET);
        tokens().seen(Map.of(operator.id(), Talk.NOON.plusSeconds(60), "nobody", Talk.NOON));
        tokens().seen(Map.of(operator.id(), Talk.NOON));

        assertThat(tokens().list(null, 500))
                .containsExactly(new TokenStore.Listed(operator, null, Talk.NOON.plusSeconds(60)));
    }

    private TokenStore.Minted rotated(AccessToken asker, AccessToken token) {
        return ((Rotation.Done) tokens().rotate(asker, token.id())).minted();
    }

    private Set<String> live() {
        return tokens().list(null, 500).stream()
                .filter(listed -> listed.token().revokedAt() == null)
                .map(listed -> listed.token().id())
                .collect(Collectors.toSet());
    }

    private @Nullable String makerOf(AccessToken token) {
        return tokens().list(null, 500).stream()
                .filter(listed -> listed.token().id().equals(token.id()))
                .findFirst()
                .orElseThrow()
                .maker();
    }

    @Test
    void aProofIsOfTheTokenItNamesLiveOrNot() {
        var operator = tokens().keepOperator(SECRET);
        var one = tokens().mint(operator, "one", Set.of(Scope.TASK_READ), null);
        var other = tokens().mint(operator, "other", Set.of(Scope.TASK_READ), null);
        var proof = Proof.of(one.secret(), "said");

        assertThat(tokens().proven(one.token().id(), "said", proof)).contains(one.token());
        assertThat(tokens().proven(other.token().id(), "said", proof)).isEmpty();
        assertThat(tokens().proven("nobody", "said", proof)).isEmpty();
        assertThat(tokens().proven(one.token().id(), "something else", proof)).isEmpty();

        tokens().revoke(one.token().id());

        assertThat(tokens().proven(one.token().id(), "said", proof))
                .hasValueSatisfying(token -> assertThat(token.revokedAt()).isNotNull());
    }

    @Test
    void aProofThatNamesNoTokenIsOfALiveOne() {
        var operator = tokens().keepOperator(SECRET);
        var revoked = tokens().mint(operator, "revoked", Set.of(Scope.TASK_READ), null);
        var brief = tokens().mint(operator, "brief", Set.of(Scope.TASK_READ), Talk.NOON.plusSeconds(60));
        tokens().revoke(revoked.token().id());

        assertThat(tokens().proven(null, "said", Proof.of(brief.secret(), "said")))
                .contains(brief.token());
        assertThat(tokens().proven(null, "said", Proof.of(revoked.secret(), "said")))
                .isEmpty();
        pass(Duration.ofSeconds(60));
        assertThat(tokens().proven(null, "said", Proof.of(brief.secret(), "said")))
                .isEmpty();
        assertThat(tokens().proven(null, "said", Proof.of(SECRET, "said"))).contains(operator);
    }

    @Test
    void howManyTokensWereMadeSinceDoesNotMatterToAProof() throws Exception {
        var operator = tokens().keepOperator(SECRET);
        var old = tokens().mint(operator, "old", Set.of(Scope.TASK_READ), null);
        var revoked = tokens().mint(operator, "revoked", Set.of(Scope.TASK_READ), null);
        tokens().revoke(revoked.token().id());
        pass(Duration.ofSeconds(1));
        // Made at once, so that they share commits.
        try (var makers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 1_100; i++) {
                var name = "newer " + i;
                makers.submit(() -> tokens().mint(operator, name, Set.of(Scope.TASK_READ), null));
            }
        }

        assertThat(tokens().proven(null, "said", Proof.of(old.secret(), "said")))
                .contains(old.token());
        assertThat(tokens().proven(old.token().id(), "said", Proof.of(old.secret(), "said")))
                .contains(old.token());
        assertThat(tokens().proven(revoked.token().id(), "said", Proof.of(revoked.secret(), "said")))
                .hasValueSatisfying(token -> assertThat(token.revokedAt()).isNotNull());
    }
}
