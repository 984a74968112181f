package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import java.time.Duration;
import java.util.Set;
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
        assertThat(tokens().list()).hasSize(1);
    }

    @Test
    void aMintedTokenIsFoundByItsSecretAlone() {
        var operator = tokens().keepOperator(SECRET);
        var minted = tokens().mint(operator, "phone", Set.of(Scope.TASK_READ, Scope.TASK_WRITE), null);

        assertThat(minted.secret()).startsWith("swb_").hasSize(4 + 43);
        assertThat(tokens().find(minted.secret())).contains(minted.token());
        assertThat(tokens().find(minted.token().id())).isEmpty();
        assertThat(tokens().find("swb_wrong")).isEmpty();
        assertThat(tokens().list()).containsExactlyInAnyOrder(operator, minted.token());
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

        assertThat(tokens().revoke(admin.id())).isTrue();
        assertThat(tokens().revoke(admin.id())).isFalse();
        assertThat(tokens().revoke("nobody")).isFalse();
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
        assertThat(tokens().revoke(brief.id())).isFalse();
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
}
