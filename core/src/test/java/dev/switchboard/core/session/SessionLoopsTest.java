package dev.switchboard.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A session has an owner whenever it has work, whatever its runs throw. */
final class SessionLoopsTest {
    private static final SessionId ANNA = new SessionId("desk:local:anna");

    private final QueuedInbox inbox = new QueuedInbox();
    private final List<String> begun = new CopyOnWriteArrayList<>();
    private volatile MessageRunner runner = (_, _) -> {};
    private final SessionLoops loops = new SessionLoops(inbox, new HeldMessages(), (message, place) -> {
        begun.add(message.message().messageId());
        runner.handleInboundMessage(message, place);
        inbox.answered(message);
    });

    @AfterEach
    void stop() throws InterruptedException {
        loops.stop(Duration.ofSeconds(5));
    }

    static List<Throwable> whateverARunMayThrow() {
        return List.of(
                new OutOfMemoryError("Java heap space"),
                new StackOverflowError(),
                new NoClassDefFoundError("vendor/Thing"),
                new AssertionError("a fault of our own"),
                new IllegalStateException("a fault of our own"),
                new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, "the disk is full"));
    }

    @ParameterizedTest
    @MethodSource("whateverARunMayThrow")
    void aRunThatThrowsLeavesItsSessionToTheNextWakeUp(Throwable thrown) {
        runner = (_, _) -> sneakily(thrown);
        inbox.say(ANNA, "m-1");
        inbox.say(ANNA, "m-2");
        loops.wake(ANNA);
        await().until(() -> loops.live() == 0);
        assertThat(loops.isLive(ANNA)).isFalse();

        runner = (_, _) -> {};
        loops.wake(ANNA);
        await().until(() -> loops.live() == 0);

        assertThat(begun).containsExactly("m-1", "m-1", "m-2");
    }

    @Test
    void whoeverIsWokenWhileARunFailsLooksAgain() {
        var failing = new CountDownLatch(1);
        var woken = new CountDownLatch(1);
        runner = (_, _) -> {
            failing.countDown();
            woken.await();
            runner = (_, _) -> {};
            throw new StackOverflowError();
        };
        inbox.say(ANNA, "m-1");
        loops.wake(ANNA);
        await().until(() -> failing.getCount() == 0);
        loops.wake(ANNA);
        woken.countDown();

        await().until(() -> loops.live() == 0);
        assertThat(begun).containsExactly("m-1", "m-1");
    }

    @Test
    void aMessageNobodyWorksOnIsLostAndOneThatTakesLongIsNot() throws InterruptedException {
        var lost = new LostMessages(inbox, loops, Clock.systemUTC());
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        runner = (_, _) -> {
            begun.countDown();
            goOn.await();
        };
        inbox.say(ANNA, "m-1");
        assertThat(lost.count()).isEqualTo(1);

        loops.wake(ANNA);
        assertThat(lost.count()).isZero();
        begun.await();
        runner = (_, _) -> {
            throw new OutOfMemoryError();
        };
        inbox.say(ANNA, "m-2");
        goOn.countDown();
        await().until(() -> loops.live() == 0);
        assertThat(lost.count()).isEqualTo(1);
    }

    private static void sneakily(Throwable thrown) {
        switch (thrown) {
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            default -> throw new AssertionError(thrown);
        }
    }
}
