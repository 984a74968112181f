package dev.switchboard.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RunPlacesTest {

    @Test
    void whoWaitsForAPersonTakesNoPlace() throws InterruptedException {
        var places = new RunPlaces(1, 10);
        var waits = places.take();
        assertThat(waits.leaveToWait(false)).isTrue();

        var works = places.take();
        var comesBack = Thread.startVirtualThread(() -> {
            try {
                waits.takeAgain();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(comesBack.join(Duration.ofMillis(50))).isFalse();
        works.giveBack();
        assertThat(comesBack.join(Duration.ofSeconds(10))).isTrue();
        waits.giveBack();
    }

    @Test
    void whoHadToQueueForAPlaceKnowsThatItDid() throws InterruptedException {
        var places = new RunPlaces(1, 10);
        var first = places.take();
        var second = new CompletableFuture<RunPlaces.Taken>();
        var queueing = Thread.startVirtualThread(() -> {
            try {
                second.complete(places.take());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        await().until(() -> queueing.getState() == Thread.State.WAITING);
        first.giveBack();

        assertThat(second.join().queued()).isPositive();
    }

    @Test
    void whoWaitsHasABoundAndSoHasWhoCameBackToNoPlace() throws InterruptedException {
        var places = new RunPlaces(1, 1);
        var first = places.take();
        assertThat(first.leaveToWait(false)).isTrue();
        var second = places.take();
        assertThat(second.leaveToWait(false)).as("one more than may wait").isFalse();
        assertThat(second.leaveToWait(true)).as("asked before a restart").isTrue();

        first.takeAgain();
        first.giveBack();
        assertThat(places.take().leaveToWait(false)).as("the other still waits").isFalse();
    }

    @Test
    void aRunThatEndsWhileItWaitsGivesBackNoMoreThanItHad() throws InterruptedException {
        var places = new RunPlaces(1, 1);
        var stopped = places.take();
        assertThat(stopped.leaveToWait(false)).isTrue();
        stopped.giveBack();

        var only = places.take();
        assertThat(only.leaveToWait(false)).as("nobody waits any more").isTrue();
        only.takeAgain();
        var another = Thread.startVirtualThread(() -> {
            try {
                places.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(another.join(Duration.ofMillis(50))).as("there is one place").isFalse();
        only.giveBack();
        assertThat(another.join(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void sessionsAreServedWhileMoreThanThereArePlacesForWait() throws InterruptedException {
        var inbox = new QueuedInbox();
        var asked = new AtomicInteger();
        var answer = new CountDownLatch(1);
        var answered = new ArrayList<SessionId>();
        var loops = new SessionLoops(inbox, new HeldMessages(), (message, place) -> {
            if (message.message().messageId().equals("needs a word")) {
                assertThat(place.leaveToWait(false)).isTrue();
                asked.incrementAndGet();
                answer.await();
                place.takeAgain();
            }
            synchronized (answered) {
                answered.add(message.message().session());
            }
            inbox.answered(message);
        });
        int waiting = 3 * SessionLoops.MAX_RUNS;
        for (int i = 0; i < waiting; i++) {
            var session = new SessionId("waits-" + i);
            inbox.say(session, "needs a word");
            loops.wake(session);
        }
        await().until(() -> asked.get() == waiting);

        var quick = new SessionId("quick");
        inbox.say(quick, "hello");
        loops.wake(quick);
        await().until(() -> !loops.isLive(quick));
        synchronized (answered) {
            assertThat(answered).containsExactly(quick);
        }

        answer.countDown();
        await().until(() -> loops.live() == 0);
        synchronized (answered) {
            assertThat(answered).hasSize(waiting + 1);
        }
        loops.stop(Duration.ofSeconds(5));
    }
}
