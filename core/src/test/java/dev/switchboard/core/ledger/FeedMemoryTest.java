package dev.switchboard.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a feed keeps for those who watch. */
class FeedMemoryTest {
    private static final SessionId SESSION = new SessionId("terminal-dev:local:device-001");
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int LONG = 40_000;

    private final MemoryLedger ledger = new MemoryLedger();

    @Test
    void aSessionThatCouldNotBeWatchedIsNotWatched() {
        var feed = new Feed(ledger, Masking.NONE);
        ledger.isBroken = true;

        assertThatThrownBy(() -> feed.subscribe(SESSION, 0)).isInstanceOf(IllegalStateException.class);

        assertThat(feed.watched()).isZero();
        ledger.isBroken = false;
        feed.subscribe(SESSION, 0).close();
        assertThat(feed.watched()).isZero();
    }

    @Test
    void longEventsAreKeptInSmallNumbersAndNoneIsMissed() throws InterruptedException {
        var feed = new Feed(ledger, Masking.NONE);
        try (var watching = feed.subscribe(SESSION, 0)) {
            say(SESSION, 100);

            assertThat(feed.kept()).isPositive().isLessThanOrEqualTo(256 * 1024);
            isReadWhole(watching, 100);
        }
        assertThat(feed.kept()).isZero();
    }

    @Test
    void manyWatchedSessionsKeepNoMoreThanAllMay() throws InterruptedException {
        var feed = new Feed(ledger, Masking.NONE, 10L * LONG);
        var watched = new ArrayList<Feed.Subscription>();
        for (int i = 0; i < 50; i++) {
            var session = new SessionId("s-" + i);
            watched.add(feed.subscribe(session, 0));
            say(session, 3);
            assertThat(feed.kept()).isLessThanOrEqualTo(10L * LONG);
        }
        for (var watching : watched) {
            isReadWhole(watching, 3);
            watching.close();
        }
        assertThat(feed.kept()).isZero();
    }

    private static void isReadWhole(Feed.Subscription watching, int count) throws InterruptedException {
        var numbers = new ArrayList<Long>();
        while (numbers.size() < count) {
            watching.next(SOON).forEach(event -> numbers.add(event.seq()));
        }
        assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, count).boxed().toList());
    }

    private void say(SessionId session, int count) {
        for (int i = 0; i < count; i++) {
            ledger.add(
                    session,
                    new RunEvent.UserMessage("e-" + i, "m-" + i, "terminal-dev", "device-001", null, "x".repeat(LONG)));
        }
    }
}
