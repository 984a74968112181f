package dev.switchboard.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FeedTest {
    private static final SessionId SESSION = new SessionId("terminal-dev:local:device-001");
    private static final Duration SOON = Duration.ofSeconds(60);

    private final MemoryLedger ledger = new MemoryLedger();
    private final Feed feed = new Feed(ledger, Masking.NONE);

    @Test
    void whatWasThereComesFirstThenWhatHappens() throws InterruptedException {
        add(2);
        try (var watching = feed.subscribe(SESSION, 0)) {
            assertThat(numbers(watching.next(SOON))).containsExactly(1L, 2L);
            add(1);
            assertThat(numbers(watching.next(SOON))).containsExactly(3L);
        }
    }

    @Test
    void aReaderThatWaitsIsWokenByTheNextEvent() throws InterruptedException {
        try (var watching = feed.subscribe(SESSION, 0)) {
            Thread.startVirtualThread(() -> add(1));
            assertThat(numbers(watching.next(SOON))).containsExactly(1L);
        }
    }

    @Test
    void silenceIsAnEmptyListAfterThePatienceIsOver() throws InterruptedException {
        try (var watching = feed.subscribe(SESSION, 0)) {
            assertThat(watching.next(Duration.ofMillis(20))).isEmpty();
        }
    }

    @Test
    void closingWakesWhoeverWaits() throws InterruptedException {
        var watching = feed.subscribe(SESSION, 0);
        Thread.startVirtualThread(watching::close);
        assertThat(watching.next(Duration.ofMinutes(1))).isEmpty();
        add(1);
        assertThat(watching.next(SOON)).isEmpty();
    }

    @Test
    void aReaderFarBehindMissesNothing() throws InterruptedException {
        try (var watching = feed.subscribe(SESSION, 0)) {
            add(3_000);
            assertThat(readAll(watching, 3_000)).isEqualTo(upTo(3_000));
        }
    }

    @Test
    void aReaderThatKeepsUpCostsNoLookAtTheLedger() throws InterruptedException {
        try (var watching = feed.subscribe(SESSION, 0)) {
            for (int i = 0; i < 100; i++) {
                add(1);
                assertThat(watching.next(SOON)).hasSize(1);
            }
        }
        assertThat(ledger.reads).isZero();
    }

    @Test
    void whatLiesBeforeANewBeginningIsShownByTheLedgerAlone() throws InterruptedException {
        try (var behind = feed.subscribe(SESSION, 0);
                var upToDate = feed.subscribe(SESSION, 3)) {
            add(3);
            ledger.add(SESSION, new RunEvent.Received("id", null, RunEvent.Received.NEW_SESSION, "reset", null));
            assertThat(numbers(upToDate.next(SOON))).containsExactly(4L);
            assertThat(ledger.reads).isZero();
            behind.next(SOON);
            assertThat(ledger.reads).isEqualTo(1);
        }
    }

    @Test
    void manyReadersAndAWriterAtOnceSeeEveryNumberOnce() throws InterruptedException {
        var seen = new ArrayList<List<Long>>();
        var readers = new ArrayList<Thread>();
        for (int i = 0; i < 8; i++) {
            var numbers = new ArrayList<Long>();
            seen.add(numbers);
            readers.add(Thread.startVirtualThread(() -> {
                try (var watching = feed.subscribe(SESSION, 0)) {
                    numbers.addAll(readAll(watching, 2_000));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (int i = 0; i < 2_000; i++) {
            add(1);
        }
        for (var reader : readers) {
            assertThat(reader.join(Duration.ofSeconds(60))).isTrue();
        }
        assertThat(seen).allSatisfy(numbers -> assertThat(numbers).isEqualTo(upTo(2_000)));
    }

    @Test
    void aSessionCutAtAnyNumberJoinsToTheSameEvents() {
        Cases.check(200, draw -> joins(draw.between(0, 600), draw.between(0, 600), draw.between(0, 1_200)));
    }

    private static void joins(int before, int after, int cut) throws InterruptedException {
        var ledger = new MemoryLedger();
        var feed = new Feed(ledger, Masking.NONE);
        add(ledger, before);
        var total = before + after;
        var at = Math.min(cut, total);
        try (var first = feed.subscribe(SESSION, 0);
                var second = feed.subscribe(SESSION, at)) {
            add(ledger, after);
            var joined = new ArrayList<>(readAll(first, total).subList(0, at));
            joined.addAll(readAll(second, total - at));
            assertThat(joined).isEqualTo(upTo(total));
        }
    }

    private void add(int count) {
        add(ledger, count);
    }

    private static void add(MemoryLedger ledger, int count) {
        for (int i = 0; i < count; i++) {
            ledger.add(SESSION, new RunEvent.TurnStart("id", "run", "turn", null));
        }
    }

    private static List<Long> readAll(Feed.Subscription watching, int count) throws InterruptedException {
        var numbers = new ArrayList<Long>();
        while (numbers.size() < count) {
            var page = watching.next(SOON);
            assertThat(page).isNotEmpty();
            numbers.addAll(numbers(page));
        }
        return numbers;
    }

    private static List<Long> numbers(List<Recorded> page) {
        return page.stream().map(Recorded::seq).toList();
    }

    private static List<Long> upTo(int count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }
}
