package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However tokens beget tokens, none may do what the first of them may not. */
final class TokenGrantPropertyTest {
    private final TestStore test = TestStore.inTempFolder();

    /** One grant: by which of the tokens so far, and what is asked for, and what the granter pretends to have. */
    record Grant(int granter, Set<Scope> asked, Set<Scope> claimed) {}

    @AfterEach
    void close() {
        test.closeAndDelete();
    }

    @Test
    void noChainOfGrantsExceedsTheFirstGranter() {
        Cases.check(
                60,
                draw -> noneExceeds(
                        draw.someOf(1, Scope.all()),
                        draw.listOf(
                                0,
                                20,
                                () -> new Grant(
                                        draw.between(0, 100),
                                        draw.someOf(1, Scope.all()),
                                        draw.someOf(0, Scope.all())))));
    }

    private void noneExceeds(Set<Scope> first, List<Grant> grants) {
        var tokens = test.store().tokens();
        var operator = tokens.keepOperator("swb_operator");
        var family = new ArrayList<AccessToken>();
        family.add(tokens.mint(operator, "first", first, null).token());

        for (var grant : grants) {
            var granter = family.get(grant.granter() % family.size());
            var forged = new AccessToken(granter.id(), "forged", grant.claimed(), granter.createdAt(), null, null);
            try {
                var child = tokens.mint(forged, "child", grant.asked(), null).token();
                assertThat(granter.scopes()).containsAll(child.scopes());
                assertThat(grant.asked()).containsAll(child.scopes());
                family.add(child);
            } catch (SwitchboardException e) {
                assertThat(granter.scopes()).doesNotContainAnyElementsOf(grant.asked());
            }
        }

        assertThat(family).allSatisfy(token -> {
            assertThat(first).containsAll(token.scopes());
            assertThat(tokens.byId(token.id())).contains(token);
        });
    }
}
