package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every ledger does. */
public abstract class LedgerContract {
    private final Talk anna = Talk.of("anna");

    protected abstract Ledger ledger();

    protected abstract Inbox inbox();

    @Test
    void aConversationIsReadBackEventForEvent() {
        long seq = anna.say(inbox(), "m-1");
        anna.answer(ledger(), seq, "m-1");

        var events = ledger().after(anna.session(), 0, 100);

        assertThat(events).extracting(Recorded::seq).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(events.getFirst().event())
                .isInstanceOfSatisfying(RunEvent.UserMessage.class, message -> assertThat(message)
                        .isEqualTo(new RunEvent.UserMessage(
                                message.id(), "m-1", "terminal-dev", "anna", "user-1", "text of m-1")));
        assertThat(events.getFirst().at()).isEqualTo(Talk.NOON);
        assertThat(events.stream().skip(1).map(Recorded::event))
                .containsExactly(anna.started("m-1"), anna.turnStart("m-1"), anna.turnEnd("m-1"), anna.answered("m-1"));
    }

    @Test
    void messagesSentMeanwhileStandBetweenTheEventsOfARun() {
        long first = anna.say(inbox(), "m-1");
        anna.start(ledger(), first, "m-1");
        long second = anna.say(inbox(), "m-2");
        ledger().append(anna.at(), anna.run("m-1"), List.of(anna.turnEnd("m-1")));
        long third = anna.say(inbox(), "m-3");

        assertThat(List.of(first, second, third)).containsExactly(1L, 4L, 6L);
        assertThat(ledger().after(anna.session(), 0, 100))
                .extracting(Recorded::seq)
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(ledger().lastSeq(anna.session())).isEqualTo(6);
    }

    @Test
    void everyCursorAndLimitCutsExactly() {
        for (int i = 1; i <= 4; i++) {
            long seq = anna.say(inbox(), "m-" + i);
            anna.answer(ledger(), seq, "m-" + i);
        }
        var all = ledger().after(anna.session(), 0, 100);
        assertThat(all).hasSize(20);

        for (int cursor = 0; cursor <= 21; cursor++) {
            for (int limit = 1; limit <= 21; limit++) {
                int from = Math.min(cursor, all.size());
                int to = Math.min(from + limit, all.size());
                assertThat(ledger().after(anna.session(), cursor, limit)).isEqualTo(all.subList(from, to));

                int end = Math.clamp(cursor - 1, 0, all.size());
                var newestFirst = new ArrayList<>(all.subList(Math.max(0, end - limit), end));
                Collections.reverse(newestFirst);
                assertThat(ledger().before(anna.session(), cursor, limit)).isEqualTo(newestFirst);
            }
        }
        assertThat(ledger().after(anna.session(), 0, 0)).isEmpty();
        assertThat(ledger().before(anna.session(), Long.MAX_VALUE, 3)).hasSize(3);
    }

    @Test
    void aPageHoldsNoMoreThanTheMost() {
        long seq = anna.say(inbox(), "m-1");
        anna.start(ledger(), seq, "m-1");
        var many = Collections.<RunEvent>nCopies(Ledger.MAX_PAGE, anna.turnStart("m-1"));
        ledger().append(anna.at(), anna.run("m-1"), many);

        assertThat(ledger().after(anna.session(), 0, Integer.MAX_VALUE)).hasSize(Ledger.MAX_PAGE);
        assertThat(ledger().after(anna.session(), Ledger.MAX_PAGE, 500)).hasSize(3);
        assertThat(ledger().before(anna.session(), Long.MAX_VALUE, Integer.MAX_VALUE))
                .hasSize(Ledger.MAX_PAGE);
    }

    @Test
    void aPageHoldsNoMoreTextThanTheMostAndEveryEventIsOnOne() {
        int length = Ledger.MAX_PAGE_SIZE / 5;
        long seq = anna.say(inbox(), "m-1");
        anna.start(ledger(), seq, "m-1");
        for (int i = 0; i < 4; i++) {
            ledger().append(anna.at(), anna.run("m-1"), Collections.<RunEvent>nCopies(3, anna.thought("m-1", length)));
        }
        ledger().append(anna.at(), anna.run("m-1"), List.of(anna.thought("m-1", 2 * Ledger.MAX_PAGE_SIZE)));

        var forth = new ArrayList<Long>();
        for (var page = ledger().after(anna.session(), 0, 500);
                !page.isEmpty();
                page = ledger().after(anna.session(), page.getLast().seq(), 500)) {
            assertThat(page.size() == 1 || size(page) <= Ledger.MAX_PAGE_SIZE).isTrue();
            page.forEach(recorded -> forth.add(recorded.seq()));
        }
        var back = new ArrayList<Long>();
        for (var page = ledger().before(anna.session(), Long.MAX_VALUE, 500);
                !page.isEmpty();
                page = ledger().before(anna.session(), page.getLast().seq(), 500)) {
            assertThat(page.size() == 1 || size(page) <= Ledger.MAX_PAGE_SIZE).isTrue();
            page.forEach(recorded -> back.add(recorded.seq()));
        }

        long last = ledger().lastSeq(anna.session());
        assertThat(forth).isEqualTo(LongStream.rangeClosed(1, last).boxed().toList());
        assertThat(back.reversed()).isEqualTo(forth);
    }

    private static long size(List<Recorded> page) {
        return page.stream().mapToLong(Recorded::size).sum();
    }

    @Test
    void aMessageHasExactlyOneFinalEvent() {
        long seq = anna.say(inbox(), "m-1");

        assertThat(anna.finish(ledger(), seq, "m-1")).isTrue();
        assertThat(ledger().finish(anna.at(), seq, anna.run("m-1"), List.of(anna.failed("m-1"))))
                .isFalse();
        assertThat(ledger().after(anna.session(), 0, 100)).hasSize(3);

        long next = anna.say(inbox(), "m-2");
        assertThat(next).isEqualTo(4);
    }

    @Test
    void aFinishHoldsExactlyOneFinalEvent() {
        long seq = anna.say(inbox(), "m-1");

        assertThatThrownBy(() -> ledger().finish(anna.at(), seq, anna.run("m-1"), List.of(anna.turnEnd("m-1"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ledger().finish(
                                anna.at(), seq, anna.run("m-1"), List.of(anna.answered("m-1"), anna.failed("m-1"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(inbox().next(anna.session())).isPresent();
    }

    @Test
    void nothingIsWrittenToASessionOrMessageThatIsNotThere() {
        assertThatThrownBy(() -> ledger().append(anna.at(), anna.run("m-1"), List.of(anna.turnStart("m-1"))))
                .isInstanceOf(SwitchboardException.class);
        anna.say(inbox(), "m-1");
        assertThatThrownBy(() -> anna.finish(ledger(), 7, "m-7")).isInstanceOf(SwitchboardException.class);
        assertThat(ledger().lastSeq(anna.session())).isEqualTo(1);
    }

    @Test
    void aSessionThatIsNotThereHasNoEvents() {
        assertThat(ledger().lastSeq(anna.session())).isZero();
        assertThat(ledger().after(anna.session(), 0, 10)).isEmpty();
        assertThat(ledger().before(anna.session(), 10, 10)).isEmpty();
    }

    @Test
    void aRunIsFoundByItsId() {
        long seq = anna.say(inbox(), "m-1");
        assertThat(ledger().run(anna.run("m-1"))).isEmpty();
        anna.start(ledger(), seq, "m-1");

        assertThat(ledger().run(anna.run("m-1"))).hasValueSatisfying(run -> {
            assertThat(run.session()).isEqualTo(anna.session());
            assertThat(run.messageId()).isEqualTo("m-1");
            assertThat(run.attempts()).isEqualTo(1);
            assertThat(run.finishedAt()).isNull();
            assertThat(run.finishReason()).isNull();
        });
        anna.start(ledger(), seq, "m-1");
        anna.finish(ledger(), seq, "m-1");

        assertThat(ledger().run(anna.run("m-1"))).hasValueSatisfying(run -> {
            assertThat(run.attempts()).isEqualTo(2);
            assertThat(run.finishedAt()).isNotNull();
            assertThat(run.finishReason()).isEqualTo(FinishReason.STOP);
        });
        assertThat(ledger().run(new RunId("run-nobody"))).isEmpty();
    }

    @Test
    void listenersAreToldEverythingInOrderAsItIsReadBack() {
        var told = new CopyOnWriteArrayList<Recorded>();
        ledger().onCommit((session, events) -> told.addAll(events));
        for (int i = 1; i <= 3; i++) {
            long seq = anna.say(inbox(), "m-" + i);
            anna.answer(ledger(), seq, "m-" + i);
        }

        assertThat(told).isEqualTo(ledger().after(anna.session(), 0, 100));
    }

    @Test
    void aListenerThatThrowsHurtsNobody() {
        var told = new CopyOnWriteArrayList<Recorded>();
        ledger().onCommit((session, events) -> {
            throw new IllegalStateException("a listener's own fault");
        });
        ledger().onCommit((session, events) -> told.addAll(events));

        assertThat(anna.say(inbox(), "m-1")).isEqualTo(1);
        assertThat(told).hasSize(1);
    }

    @Test
    void aSecondFinalEventIsToldToNobody() {
        long seq = anna.say(inbox(), "m-1");
        anna.finish(ledger(), seq, "m-1");
        var told = new CopyOnWriteArrayList<Recorded>();
        ledger().onCommit((session, events) -> told.addAll(events));

        anna.finish(ledger(), seq, "m-1");

        assertThat(told).isEmpty();
    }

    @Test
    void aStartIsCommittedBeforeWhatFollowsIt() {
        long seq = anna.say(inbox(), "m-1");
        ledger().start(anna.at(), seq, anna.run("m-1"), List.of(anna.started("m-1")));
        anna.finish(ledger(), seq, "m-1");

        assertThat(ledger().after(anna.session(), 1, 10))
                .extracting(Recorded::event)
                .containsExactly(anna.started("m-1"), anna.turnEnd("m-1"), anna.answered("m-1"));
    }

    @Test
    void anInterruptNeitherStopsAWriteNorGetsLost() {
        long seq = anna.say(inbox(), "m-1");

        Thread.currentThread().interrupt();
        boolean finished = anna.finish(ledger(), seq, "m-1");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(finished).isTrue();
    }
}
