package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.core.identity.TokenStore.Revocation;
import dev.switchboard.core.identity.TokenStore.Rotation;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * However tokens beget, rotate and revoke each other: none may do what its maker may not, and a revocation reaches its
 * descendants, all of them and nobody else. Beside the store the test keeps books of its own, in the plainest way.
 */
final class TokenFamilyTest {
    private static final int STEPS = 60;

    private final TestStore test = TestStore.inTempFolder();

    /** Who has seen the secret of each live token come about. */
    private final Map<String, Set<String>> owners = new HashMap<>();

    /** In the order they were made, so that a seed means the same each time. */
    private final Map<String, AccessToken> live = new LinkedHashMap<>();

    static List<Long> seeds() {
        var random = new Random();
        return List.of(1L, 2L, 3L, random.nextLong(), random.nextLong());
    }

    @AfterEach
    void close() {
        test.closeAndDelete();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noneExceedsItsMakerAndARevocationReachesExactlyTheDescendants(long seed) {
        var random = new Random(seed);
        var tokens = test.store().tokens();
        keep(tokens.keepOperator("swb_operator"), Set.of());
        for (int step = 0; step < STEPS; step++) {
            var actor = any(random);
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> mint(tokens, actor, someScopes(random));
                case 3, 4 -> rotate(tokens, actor, any(random));
                default -> revoke(tokens, actor);
            }
            assertThat(tokens.list(null, 500).stream()
                            .map(TokenStore.Listed::token)
                            .filter(token -> token.revokedAt() == null))
                    .as("seed %d, step %d", seed, step)
                    .containsExactlyInAnyOrderElementsOf(live.values());
        }
    }

    private void mint(TokenStore tokens, AccessToken maker, Set<Scope> asked) {
        try {
            var child = tokens.mint(maker, "child", asked, null).token();
            assertThat(maker.scopes()).containsAll(child.scopes());
            assertThat(asked).containsAll(child.scopes());
            keep(child, Set.of(maker.id()));
        } catch (SwitchboardException e) {
            assertThat(maker.scopes()).doesNotContainAnyElementsOf(asked);
        }
    }

    private void rotate(TokenStore tokens, AccessToken by, AccessToken old) {
        if (!(tokens.rotate(by, old.id()) instanceof Rotation.Done(var minted, var maker))) {
            assertThat(by.scopes().containsAll(old.scopes())).isFalse();
            return;
        }
        var fresh = minted.token();
        assertThat(fresh.scopes()).isEqualTo(old.scopes());
        assertThat(by.scopes()).containsAll(fresh.scopes());
        live.remove(old.id());
        var before = Objects.requireNonNull(owners.remove(old.id()));
        owners.values().forEach(those -> {
            if (those.remove(old.id())) {
                those.add(fresh.id());
            }
        });
        keep(fresh, before);
        if (by.id().equals(old.id())) {
            return;
        }
        // Whoever rotated it before has not seen this secret.
        var now = new HashSet<>(Set.of(by.id()));
        if (maker != null) {
            now.add(maker);
        }
        owners.put(fresh.id(), now);
    }

    private void revoke(TokenStore tokens, AccessToken token) {
        var descendants = new HashSet<>(Set.of(token.id()));
        var open = new ArrayDeque<>(descendants);
        while (!open.isEmpty()) {
            var owner = open.remove();
            owners.forEach((id, those) -> {
                if (those.contains(owner) && descendants.add(id)) {
                    open.add(id);
                }
            });
        }
        var revocation = tokens.revoke(token.id());
        boolean heir = live.values().stream()
                .anyMatch(other ->
                        !descendants.contains(other.id()) && other.scopes().containsAll(token.scopes()));
        if (token.scopes().contains(Scope.ADMIN) && !heir) {
            assertThat(revocation).isEqualTo(new Revocation.LastAdministrator());
        } else {
            assertThat(revocation).isEqualTo(new Revocation.Done(descendants));
            live.keySet().removeAll(descendants);
            owners.keySet().removeAll(descendants);
        }
    }

    private void keep(AccessToken token, Set<String> those) {
        live.put(token.id(), token);
        owners.put(token.id(), new HashSet<>(those));
    }

    private AccessToken any(Random random) {
        var all = List.copyOf(live.values());
        return all.get(random.nextInt(all.size()));
    }

    private static Set<Scope> someScopes(Random random) {
        var some = EnumSet.allOf(Scope.class);
        some.removeIf(_ -> random.nextInt(3) == 0);
        return some.isEmpty() ? EnumSet.of(Scope.ADMIN) : some;
    }
}
