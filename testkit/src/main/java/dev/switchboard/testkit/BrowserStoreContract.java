package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Browser;
import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.core.identity.BrowserStore.Sighting;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.core.identity.TokenStore.Rotation;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of signed-in browsers does. Its clock stands at {@link Talk#NOON}. */
public abstract class BrowserStoreContract {
    private AccessToken operator;

    protected abstract TokenStore tokens();

    protected abstract BrowserStore browsers();

    /** Moves the clock of the store. */
    protected abstract void pass(Duration time);

    @BeforeEach
    void keepOperator() {
        operator = tokens().keepOperator("swb_operator-secret");
    }

    @Test
    void aBrowserIsFoundByItsCookieAlone() {
        var opened = browsers().open(operator, "Firefox on Linux", "192.0.2.1");
        var browser = opened.browser();

        assertThat(browser)
                .isEqualTo(new Browser(
                        browser.id(), operator.id(), "Firefox on Linux", Talk.NOON, Talk.NOON, "192.0.2.1"));
        assertThat(opened.cookie()).hasSize(43).isNotEqualTo(opened.value());
        assertThat(browsers().find(opened.cookie())).contains(browser);
        assertThat(browsers().byId(browser.id())).contains(browser);
        for (var other : Set.of(opened.value(), browser.id(), "", "guess")) {
            assertThat(browsers().find(other)).isEmpty();
        }
    }

    @Test
    void oneThatTakesThePlaceOfAnotherEndsIt() {
        var former = browsers().open(operator, "desk", "192.0.2.1");
        var other = browsers().open(operator, "phone", "192.0.2.2").browser();

        var opened =
                browsers().open(operator, "desk", "192.0.2.3", former.browser().id());

        assertThat(browsers().find(former.cookie())).isEmpty();
        assertThat(browsers().list()).containsExactlyInAnyOrder(opened.browser(), other);
    }

    @Test
    void aValueIsOfItsOwnCookie() {
        var one = browsers().open(operator, "one", "192.0.2.1");
        var other = browsers().open(operator, "other", "192.0.2.1");

        assertThat(browsers().isValue(one.cookie(), one.value())).isTrue();
        assertThat(browsers().isValue(other.cookie(), one.value())).isFalse();
        assertThat(browsers().isValue(one.cookie(), one.cookie())).isFalse();
        assertThat(browsers().isValue(one.cookie(), "")).isFalse();
    }

    @Test
    void theOneSeenLastComesFirstWithItsNewNameAndAddress() {
        var desk = browsers().open(operator, "desk", "192.0.2.1").browser();
        var phone = browsers().open(operator, "phone", "192.0.2.2").browser();
        browsers()
                .seen(Map.of(
                        desk.id(),
                        new Sighting(Talk.NOON.plusSeconds(60), "192.0.2.3"),
                        phone.id(),
                        new Sighting(Talk.NOON.plusSeconds(30), null),
                        "nobody",
                        new Sighting(Talk.NOON, null)));

        var renamed =
                new Browser(desk.id(), operator.id(), "kitchen", Talk.NOON, Talk.NOON.plusSeconds(60), "192.0.2.3");
        assertThat(browsers().rename(desk.id(), "kitchen")).contains(renamed);
        assertThat(browsers().rename("nobody", "kitchen")).isEmpty();
        assertThat(browsers().list())
                .containsExactly(
                        renamed,
                        new Browser(
                                phone.id(), operator.id(), "phone", Talk.NOON, Talk.NOON.plusSeconds(30), "192.0.2.2"));
    }

    @Test
    void oneThatWasEndedIsGone() {
        var opened = browsers().open(operator, "one", "192.0.2.1");
        assertThat(browsers().end(opened.browser().id())).isTrue();
        assertThat(browsers().end(opened.browser().id())).isFalse();
        assertThat(browsers().find(opened.cookie())).isEmpty();
        assertThat(browsers().list()).isEmpty();
    }

    @Test
    void thirtyDaysWithoutUseEndOne() {
        var used = browsers().open(operator, "used", "192.0.2.1");
        var unused = browsers().open(operator, "unused", "192.0.2.1");
        pass(Duration.ofDays(29));
        browsers().seen(Map.of(used.browser().id(), new Sighting(Talk.NOON.plus(Duration.ofDays(29)), null)));
        assertThat(browsers().find(unused.cookie())).isPresent();
        pass(Duration.ofDays(1));

        assertThat(browsers().find(unused.cookie())).isEmpty();
        assertThat(browsers().byId(unused.browser().id())).isEmpty();
        assertThat(browsers().rename(unused.browser().id(), "late")).isEmpty();
        assertThat(browsers().find(used.cookie())).isPresent();
        assertThat(browsers().list()).map(Browser::name).containsExactly("used");
    }

    @Test
    void browsersEndWithTheirTokenAndWithWhoeverMadeIt() {
        var board = tokens().mint(operator, "board", Scope.all(), null).token();
        var child = tokens().mint(board, "child", Scope.all(), null).token();
        browsers().open(board, "one", "192.0.2.1");
        browsers().open(child, "other", "192.0.2.1");
        browsers().open(operator, "mine", "192.0.2.1");

        tokens().revoke(board.id());

        assertThat(browsers().list()).map(Browser::name).containsExactly("mine");
    }

    @Test
    void browsersMoveOverWhenTheirTokenIsRotatedOrTheOperatorsReplaced() {
        var opened = browsers().open(operator, "mine", "192.0.2.1");
        var fresh = ((Rotation.Done) tokens().rotate(operator, operator.id())).minted();
        assertThat(browsers().find(opened.cookie())).hasValueSatisfying(browser -> assertThat(browser.tokenId())
                .isEqualTo(fresh.token().id()));

        var replaced = tokens().keepOperator("swb_another-secret");

        assertThat(browsers().find(opened.cookie()))
                .hasValueSatisfying(browser -> assertThat(browser.tokenId()).isEqualTo(replaced.id()));
    }

    @Test
    void theOneNotSeenForLongestMakesRoomForTheThousandAndFirst() {
        var first = browsers().open(operator, "first", "192.0.2.1");
        pass(Duration.ofSeconds(1));
        var second = browsers().open(operator, "second", "192.0.2.1");
        pass(Duration.ofSeconds(1));
        browsers().seen(Map.of(first.browser().id(), new Sighting(Talk.NOON.plusSeconds(2), null)));
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < BrowserStore.MAX_BROWSERS - 1; i++) {
                people.submit(() -> {
                    browsers().open(operator, "more", "192.0.2.1");
                });
            }
        }

        assertThat(browsers().list()).hasSize(BrowserStore.MAX_BROWSERS);
        assertThat(browsers().find(second.cookie())).isEmpty();
        assertThat(browsers().find(first.cookie())).isPresent();
    }
}
