package dev.switchboard.testkit;

import static dev.switchboard.testkit.Talk.MAX_WAITING;
import static dev.switchboard.testkit.Talk.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.AdmissionTerms.DedupeScope;
import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OutboundMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every inbox does. */
public abstract class InboxContract {
    private static final AdmissionTerms ALONE = new AdmissionTerms(1, DedupeScope.SESSION);
    private static final AdmissionTerms IN_SESSION = new AdmissionTerms(64, DedupeScope.SESSION);

    private final Talk anna = Talk.of("anna");
    private final Talk ben = Talk.of("ben");

    protected abstract Inbox inbox();

    protected abstract Ledger ledger();

    @Test
    void aNewMessageIsAcceptedUnderTheNextNumber() {
        assertThat(inbox().admit(anna.message("m-1", "hello"), MAX_WAITING)).isEqualTo(new Admission.Accepted(1));
        assertThat(inbox().admit(anna.message("m-2", "hello"), MAX_WAITING)).isEqualTo(new Admission.Accepted(2));
        assertThat(inbox().admit(ben.message("m-1", "hello"), MAX_WAITING)).isEqualTo(new Admission.Accepted(1));
    }

    @Test
    void aMessageSentAgainIsRunningUntilItIsAnswered() {
        long seq = anna.say(inbox(), "m-1");

        assertThat(inbox().admit(anna.message("m-1", "text of m-1"), MAX_WAITING))
                .isEqualTo(new Admission.Running(anna.session(), false));
        anna.start(ledger(), seq, "m-1");
        assertThat(inbox().admit(anna.message("m-1", "text of m-1"), MAX_WAITING))
                .isEqualTo(new Admission.Running(anna.session(), false));
        anna.finish(ledger(), seq, "m-1");
        assertThat(inbox().admit(anna.message("m-1", "text of m-1"), MAX_WAITING))
                .isEqualTo(new Admission.Answered(
                        anna.session(), seq, "answer to m-1", anna.run("m-1"), FinishReason.STOP, false));
    }

    @Test
    void aSessionKnowsTheIdsThatAreItsOwn() {
        inbox().admit(anna.message("m-1", "hello"), IN_SESSION);
        inbox().admit(anna.message("m-2", "hello"), MAX_WAITING);

        assertThat(inbox().knows(anna.session(), "m-1")).isTrue();
        assertThat(inbox().knows(anna.session(), "m-2")).as("the peer's").isFalse();
        assertThat(inbox().knows(anna.session(), "m-3")).isFalse();
        assertThat(inbox().knows(ben.session(), "m-1")).isFalse();
    }

    @Test
    void aFailureIsAnAnswerToo() {
        long seq = anna.say(inbox(), "m-1");
        ledger().finish(anna.at(), seq, anna.run("m-1"), List.of(anna.failed("m-1")));

        assertThat(inbox().admit(anna.message("m-1", "text of m-1"), MAX_WAITING))
                .isEqualTo(new Admission.Answered(
                        anna.session(), seq, "The model did not answer.", anna.run("m-1"), FinishReason.ERROR, false));
    }

    @Test
    void anIdUsedForAnotherTextIsToldAndNotRunAgain() {
        long seq = anna.say(inbox(), "m-1");

        assertThat(inbox().admit(anna.message("m-1", "something else"), MAX_WAITING))
                .isEqualTo(new Admission.Running(anna.session(), true));
        anna.answer(ledger(), seq, "m-1");
        assertThat(inbox().admit(anna.message("m-1", "something else"), MAX_WAITING))
                .isEqualTo(new Admission.Answered(
                        anna.session(), seq, "answer to m-1", anna.run("m-1"), FinishReason.STOP, true));
        assertThat(inbox().next(anna.session())).isEmpty();
    }

    @Test
    void anIdSentAgainInAnotherThreadIsStillOfTheSessionItCameToFirst() {
        long seq = anna.say(inbox(), "m-1");
        var first = anna.message("m-1", "text of m-1");
        var identity =
                new ChannelIdentity("terminal-dev", "terminal", "local", "anna", "device", "m-1", "kitchen", "user-1");
        var again = new InboundMessage(identity, new SessionId("terminal-dev:local:anna:kitchen"), first.text(), NOON);

        assertThat(inbox().admit(again, MAX_WAITING)).isEqualTo(new Admission.Running(anna.session(), false));
        anna.answer(ledger(), seq, "m-1");
        assertThat(inbox().admit(again, MAX_WAITING))
                .isEqualTo(new Admission.Answered(
                        anna.session(), seq, "answer to m-1", anna.run("m-1"), FinishReason.STOP, false));
    }

    @Test
    void theSameIdOfAnotherChannelAccountOrPeerIsAnotherMessage() {
        anna.say(inbox(), "m-1");

        assertThat(new Talk("terminal-two", "local", "anna", NOON).say(inbox(), "m-1"))
                .isEqualTo(1);
        assertThat(new Talk("terminal-dev", "other", "anna", NOON).say(inbox(), "m-1"))
                .isEqualTo(1);
        assertThat(ben.say(inbox(), "m-1")).isEqualTo(1);
    }

    @Test
    void aFullSessionRefusesAndRecordsNothing() {
        anna.say(inbox(), "m-1");
        anna.say(inbox(), "m-2");

        var refused = inbox().admit(anna.message("m-3", "one too many"), Talk.upTo(2));

        assertThat(refused).isInstanceOfSatisfying(Admission.Refused.class, why -> {
            assertThat(why.code()).isEqualTo(ErrorCode.SESSION_FULL);
            assertThat(why.why()).contains("2 messages");
        });
        assertThat(ledger().lastSeq(anna.session())).isEqualTo(2);
        assertThat(inbox().admit(anna.message("m-1", "text of m-1"), Talk.upTo(2)))
                .isEqualTo(new Admission.Running(anna.session(), false));
        assertThat(inbox().admit(ben.message("m-1", "not ben's fault"), Talk.upTo(2)))
                .isEqualTo(new Admission.Accepted(1));

        anna.answer(ledger(), 1, "m-1");
        assertThat(inbox().admit(anna.message("m-3", "now there is room"), Talk.upTo(2)))
                .isInstanceOf(Admission.Accepted.class);
    }

    @Test
    void whatLetsNothingWaitIsBusyUntilEveryMessageOfTheSessionHasItsEnd() {
        long queued = anna.say(inbox(), "m-1");
        long second = anna.say(inbox(), "m-2");

        assertBusy(inbox().admit(inAnnas(ben, "x-1"), ALONE));
        anna.start(ledger(), queued, "m-1");
        assertBusy(inbox().admit(inAnnas(ben, "x-1"), ALONE));
        anna.finish(ledger(), queued, "m-1");
        assertBusy(inbox().admit(inAnnas(ben, "x-1"), ALONE));
        assertThat(ledger().lastSeq(anna.session())).as("nothing was recorded").isEqualTo(6);
        anna.answer(ledger(), second, "m-2");

        assertThat(inbox().admit(inAnnas(ben, "x-1"), ALONE)).isInstanceOf(Admission.Accepted.class);
        assertBusy(inbox().admit(inAnnas(ben, "x-2"), ALONE));
        assertThat(inbox().admit(anna.message("m-3", "a device may wait"), MAX_WAITING))
                .isInstanceOf(Admission.Accepted.class);
        assertThat(inbox().admit(ben.message("x-2", "elsewhere nothing runs"), ALONE))
                .isEqualTo(new Admission.Accepted(1));
    }

    @Test
    void whatWasAcceptedIsNeverBusyWhenItComesAgain() {
        inbox().admit(inAnnas(ben, "x-1"), ALONE);

        assertThat(inbox().admit(inAnnas(ben, "x-1"), ALONE)).isEqualTo(new Admission.Running(anna.session(), false));
        anna.answer(ledger(), 1, "x-1");
        anna.say(inbox(), "m-1");
        assertThat(inbox().admit(inAnnas(ben, "x-1"), ALONE))
                .isEqualTo(new Admission.Answered(
                        anna.session(), 1, "answer to x-1", anna.run("x-1"), FinishReason.STOP, false));
    }

    @Test
    void anIdOfASessionIsOneMessageWhoeverSendsIt() {
        assertThat(inbox().admit(inAnnas(anna, "x-1"), IN_SESSION)).isEqualTo(new Admission.Accepted(1));

        assertThat(inbox().admit(inAnnas(ben, "x-1"), IN_SESSION))
                .isEqualTo(new Admission.Running(anna.session(), false));
        var other = inAnnas(new Talk("web", "local", "carla", NOON), "x-1");
        assertThat(inbox().admit(
                                new InboundMessage(other.identity(), other.session(), "another text", NOON),
                                IN_SESSION))
                .isEqualTo(new Admission.Running(anna.session(), true));
    }

    @Test
    void anIdOfASessionIsAnotherMessageInAnotherSession() {
        var elsewhere = new InboundMessage(
                anna.message("x-1", "text of x-1").identity(), new SessionId("another"), "text of x-1", NOON);

        assertThat(inbox().admit(inAnnas(anna, "x-1"), IN_SESSION)).isEqualTo(new Admission.Accepted(1));
        assertThat(inbox().admit(elsewhere, IN_SESSION)).isEqualTo(new Admission.Accepted(1));
        assertThat(inbox().admit(elsewhere, IN_SESSION))
                .isEqualTo(new Admission.Running(new SessionId("another"), false));
    }

    @Test
    void anIdOfASessionAndTheSameIdOfAPeerAreTwoMessages() {
        assertThat(inbox().admit(anna.message("m-1", "text of m-1"), MAX_WAITING))
                .isEqualTo(new Admission.Accepted(1));
        assertThat(inbox().admit(inAnnas(anna, "m-1"), IN_SESSION)).isEqualTo(new Admission.Accepted(2));

        anna.answer(ledger(), 1, "m-1");
        assertThat(inbox().admit(inAnnas(anna, "m-1"), IN_SESSION))
                .as("the second has no answer yet")
                .isEqualTo(new Admission.Running(anna.session(), false));
        assertThat(inbox().admit(anna.message("m-1", "text of m-1"), MAX_WAITING))
                .isInstanceOf(Admission.Answered.class);
        assertThat(inbox().next(anna.session()))
                .hasValueSatisfying(waiting -> assertThat(waiting.seq()).isEqualTo(2));
    }

    @Test
    void theOldestMessageWithoutAnAnswerIsNext() {
        long first = anna.say(inbox(), "m-1");
        long second = anna.say(inbox(), "m-2");

        assertThat(inbox().next(anna.session()))
                .contains(
                        new Inbox.Waiting(anna.message("m-1", "text of m-1"), first, null, 0, true, anna.facts(null)));
        anna.answer(ledger(), first, "m-1");
        assertThat(inbox().next(anna.session()))
                .contains(new Inbox.Waiting(
                        anna.message("m-2", "text of m-2"), second, null, 0, false, anna.facts(null)));
        anna.answer(ledger(), second, "m-2");
        assertThat(inbox().next(anna.session())).isEmpty();
        assertThat(inbox().next(ben.session())).isEmpty();
    }

    @Test
    void aMessageRemembersItsRunAndItsAttempts() {
        long seq = anna.say(inbox(), "m-1");
        anna.start(ledger(), seq, "m-1");
        anna.start(ledger(), seq, "m-1");

        assertThat(inbox().next(anna.session())).hasValueSatisfying(waiting -> {
            assertThat(waiting.run()).isEqualTo(anna.run("m-1"));
            assertThat(waiting.attempts()).isEqualTo(2);
        });
    }

    @Test
    void sessionsWithWorkAreFoundWithoutAWakeUp() {
        anna.at(NOON.plusSeconds(1)).say(inbox(), "m-1");
        long answered = ben.say(inbox(), "m-1");
        var carla = Talk.of("carla");
        carla.say(inbox(), "m-1");
        ben.answer(ledger(), answered, "m-1");

        assertThat(inbox().sessionsWaiting(NOON.plusSeconds(2), null, 10))
                .containsExactlyInAnyOrder(carla.session(), anna.session());
        assertThat(inbox().sessionsWaiting(NOON.plusSeconds(1), null, 10)).containsExactly(carla.session());
        assertThat(inbox().sessionsWaiting(NOON, null, 10)).isEmpty();
    }

    @Test
    void sessionsWithWorkArePagedWithoutMissingOne() {
        var expected = new ArrayList<SessionId>();
        for (int i = 0; i < 7; i++) {
            var peer = Talk.of("peer-" + i);
            peer.say(inbox(), "m-1");
            peer.say(inbox(), "m-2");
            expected.add(peer.session());
        }
        var found = new ArrayList<SessionId>();
        SessionId last = null;
        for (List<SessionId> page;
                !(page = inbox().sessionsWaiting(NOON.plusSeconds(1), last, 3)).isEmpty();
                last = page.getLast()) {
            assertThat(page).hasSizeLessThanOrEqualTo(3);
            found.addAll(page);
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void whatHasNoAnswerIsListedByTheSessionItIsIn() {
        anna.say(inbox(), "m-1");
        long answered = anna.say(inbox(), "m-2");
        anna.answer(ledger(), answered, "m-2");

        var elsewhere = new SessionId("desk:local:shared");
        inbox().admit(
                        new InboundMessage(anna.message("m-3", "there").identity(), elsewhere, "there", NOON),
                        Talk.MAX_WAITING);

        assertThat(inbox().unanswered(NOON.plusSeconds(1), 10)).containsExactlyInAnyOrder(anna.session(), elsewhere);
        assertThat(inbox().unanswered(NOON, 10)).isEmpty();
    }

    @Test
    void anAnswerIsUndeliveredUntilSomeoneSaysWhatBecameOfIt() {
        long seq = anna.say(inbox(), "m-1");
        assertThat(undelivered()).isEmpty();
        anna.answer(ledger(), seq, "m-1");

        assertThat(undelivered()).containsExactly(outbound(anna, seq, "m-1"));
        inbox().delivered(anna.session(), seq);
        eventually(() -> assertThat(undelivered()).isEmpty());
        assertThat(unclaimed(anna)).isEmpty();
    }

    @Test
    void anAnswerNobodyTookIsKeptForItsPeerInOrder() {
        var m1 = anna.say(inbox(), "m-1");
        var m2 = anna.say(inbox(), "m-2");
        var other = ben.say(inbox(), "m-1");
        anna.answer(ledger(), m1, "m-1");
        anna.answer(ledger(), m2, "m-2");
        ben.answer(ledger(), other, "m-1");
        inbox().unclaimed(anna.session(), m2);
        inbox().unclaimed(anna.session(), m1);

        eventually(() ->
                assertThat(unclaimed(anna)).containsExactly(outbound(anna, m1, "m-1"), outbound(anna, m2, "m-2")));
        assertThat(unclaimed(ben)).isEmpty();
        assertThat(undelivered()).containsExactly(outbound(ben, other, "m-1"));

        inbox().delivered(anna.session(), m1);
        eventually(() -> assertThat(unclaimed(anna)).containsExactly(outbound(anna, m2, "m-2")));
        assertThat(inbox().unclaimed(anna.channelId(), anna.accountId(), anna.peerId(), NOON.plusSeconds(1), 10))
                .isEmpty();
    }

    @Test
    void whatWasDeliveredNeverBecomesUnclaimed() {
        long seq = anna.say(inbox(), "m-1");
        anna.answer(ledger(), seq, "m-1");
        inbox().delivered(anna.session(), seq);
        inbox().unclaimed(anna.session(), seq);
        ben.say(inbox(), "behind both of them");

        assertThat(unclaimed(anna)).isEmpty();
        assertThat(undelivered()).isEmpty();
    }

    @Test
    void aMessageWithoutAnAnswerCannotBeClosed() {
        long seq = anna.say(inbox(), "m-1");
        inbox().delivered(anna.session(), seq);
        inbox().unclaimed(anna.session(), seq);
        inbox().delivered(new SessionId("no such session"), 1);
        ben.say(inbox(), "behind all of them");

        assertThat(inbox().next(anna.session())).isPresent();
    }

    /** What somebody says in anna's session. */
    private InboundMessage inAnnas(Talk talk, String id) {
        return new InboundMessage(talk.message(id, "").identity(), anna.session(), "text of " + id, NOON);
    }

    private static void assertBusy(Admission admission) {
        assertThat(admission).isInstanceOfSatisfying(Admission.Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.BUSY);
            assertThat(refused.why()).contains("busy", "Send it again");
        });
    }

    private List<OutboundMessage> undelivered() {
        return inbox().undelivered(NOON.plus(Duration.ofDays(1)), 10);
    }

    private List<OutboundMessage> unclaimed(Talk talk) {
        return inbox().unclaimed(talk.channelId(), talk.accountId(), talk.peerId(), NOON, 10);
    }

    private static OutboundMessage outbound(Talk talk, long seq, String id) {
        return new OutboundMessage(
                talk.channelId(),
                talk.peerId(),
                talk.session(),
                seq,
                id,
                talk.run(id),
                "answer to " + id,
                FinishReason.STOP);
    }

    private static void eventually(org.awaitility.core.ThrowingRunnable check) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(check);
    }
}
