package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.testkit.BrowserStoreContract;
import dev.switchboard.testkit.MovableClock;
import dev.switchboard.testkit.Talk;
import java.time.Duration;

/** What the tests of this module stand on does as the store does. */
final class MemoryBrowsersTest extends BrowserStoreContract {
    private final MovableClock clock = new MovableClock(Talk.NOON);
    private final MemoryTokens tokens = new MemoryTokens(clock);

    @Override
    protected TokenStore tokens() {
        return tokens;
    }

    @Override
    protected BrowserStore browsers() {
        return tokens.browsers;
    }

    @Override
    protected void pass(Duration time) {
        clock.pass(time);
    }
}
