package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.TokenStore;
import dev.switchboard.testkit.MovableClock;
import dev.switchboard.testkit.Talk;
import dev.switchboard.testkit.TokenStoreContract;
import java.time.Duration;

/** What the tests of this module stand on does as the store does. */
final class MemoryTokensTest extends TokenStoreContract {
    private final MovableClock clock = new MovableClock(Talk.NOON);
    private final MemoryTokens tokens = new MemoryTokens(clock);

    @Override
    protected TokenStore tokens() {
        return tokens;
    }

    @Override
    protected void pass(Duration time) {
        clock.pass(time);
    }
}
