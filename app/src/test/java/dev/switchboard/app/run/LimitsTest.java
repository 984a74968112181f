package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.money.Budget;
import dev.switchboard.core.money.Price;
import dev.switchboard.core.money.RunLimits;
import dev.switchboard.core.session.RunPlace;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.testkit.MovableClock;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run ends in words when it has gone as far as it may. */
final class LimitsTest {
    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-16T12:00:00Z"));

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void make() {
        rig = new Rig(folder, clock);
        rig.with(CountedTool.saying("look", Effect.READ, "x"));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void steps() throws Exception {
        rig.limits = new RunLimits(3, null, Duration.ofHours(1), null);
        rig.saying((_, _) -> looking(null)).start();

        var end = (RunEvent.Failed) rig.say("go");

        assertThat(rig.asked).hasSize(3);
        assertThat(end.code()).isEqualTo("step_limit");
        assertThat(end.text()).contains("more than the 3 steps");
    }

    @Test
    void aRunThatReachedItsLimitCanBeContinuedWithAllThatWasDone() throws Exception {
        rig.limits = new RunLimits(2, null, Duration.ofHours(1), null);
        rig.saying(calls(call("look", "{}")), calls(call("look", "{}")), text("finished"))
                .start();
        rig.say("go");

        assertThat(rig.say("go on").text()).isEqualTo("finished");
        assertThat(rig.told(2)).hasSize(7).first().isEqualTo("user: go");
        assertThat(rig.told(2)).last().isEqualTo("user: go on");
    }

    @Test
    void tokens() throws Exception {
        rig.limits = new RunLimits(50, 1_000L, Duration.ofHours(1), null);
        rig.saying((_, _) -> looking(new ModelReply.Usage(300, 100))).start();

        var end = (RunEvent.Failed) rig.say("go");

        assertThat(rig.asked).hasSize(3);
        assertThat(end.code()).isEqualTo("token_limit");
        assertThat(end.usage()).isEqualTo(new RunEvent.Tokens(900, 300));
    }

    @Test
    void timeAlsoInTheMiddleOfAModelCall() throws Exception {
        rig.limits = new RunLimits(50, null, Duration.ofMinutes(10), null);
        var reached = new CountDownLatch(1);
        rig.saying((_, listener) -> {
                    listener.text("so far");
                    reached.countDown();
                    Thread.sleep(Duration.ofMinutes(5));
                    return ModelReply.text("never");
                })
                .start();
        var answer = rig.begin("go");
        reached.await();
        clock.pass(Duration.ofMinutes(11));

        var end = (RunEvent.Failed) answer.get(60, TimeUnit.SECONDS);

        assertThat(end.code()).isEqualTo("time_limit");
        assertThat(end.partial()).isEqualTo("so far");
    }

    @Test
    void notTheTimeARunWaitsForItsPlaceAfterARestart() throws Exception {
        rig.limits = new RunLimits(50, null, Duration.ofMinutes(10), null);
        rig.saying(text("in time")).start();
        rig.admit("go", null);
        rig.begunBefore();
        rig.restart();
        clock.pass(Duration.ofMinutes(11));
        rig.place = new Queued(Duration.ofMinutes(5));

        assertThat(rig.goOn().get(60, TimeUnit.SECONDS).text()).isEqualTo("in time");
    }

    /** A place others had first. */
    private record Queued(Duration queued) implements RunPlace {
        @Override
        public boolean leaveToWait(boolean anyway) {
            return true;
        }

        @Override
        public void takeAgain() {}
    }

    @Test
    void timeCountsFromTheFirstStartThoughTheGatewayWasStartedAgain() throws Exception {
        rig.limits = new RunLimits(50, null, Duration.ofMinutes(10), null);
        rig.saying(text("never")).start();
        rig.admit("go", null);
        rig.begunBefore();
        rig.restart();
        clock.pass(Duration.ofMinutes(11));

        var end = (RunEvent.Failed) rig.goOn().get(60, TimeUnit.SECONDS);

        assertThat(end.code()).isEqualTo("time_limit");
        assertThat(rig.asked).isEmpty();
    }

    @Test
    void moneyOfOneRun() throws Exception {
        rig.price = new Price(BigDecimal.ONE, BigDecimal.ONE);
        rig.limits = new RunLimits(50, null, Duration.ofHours(1), 10_000L);
        rig.saying((_, _) -> looking(new ModelReply.Usage(2_000, 1_000))).start();

        var end = (RunEvent.Failed) rig.say("go");

        assertThat(end.code()).isEqualTo("budget_exceeded");
        assertThat(rig.asked).hasSize(2);
        assertThat(Rig.account(end).costMicros()).isEqualTo(6_000);
    }

    @Test
    void theBudgetOfAnAgentIsReservedBeforeItIsSpentAndBeginsAnewWithThePeriod() throws Exception {
        rig.price = new Price(BigDecimal.ONE, BigDecimal.ONE);
        rig.budget = new Budget(5_000, Budget.Period.DAY);
        rig.saying((_, _) ->
                        new ModelReply("hi", null, List.of(), new ModelReply.Usage(1_000, 0), ModelReply.Finish.STOP))
                .start();

        assertThat(rig.say("one")).isInstanceOf(RunEvent.Answered.class);
        assertThat(rig.store().spending().spent("default", "2026-11-16")).isEqualTo(1_000);
        var end = (RunEvent.Failed) rig.say("two");
        assertThat(end.code()).isEqualTo("budget_exceeded");
        assertThat(end.text()).contains("budget of $0.01 a day is used up");
        assertThat(rig.asked).hasSize(1);

        clock.pass(Duration.ofHours(12));
        assertThat(rig.say("three")).isInstanceOf(RunEvent.Answered.class);
    }

    @Test
    void aModelThatCouldNotBeReachedCostsNothing() throws Exception {
        rig.price = new Price(BigDecimal.ONE, BigDecimal.ONE);
        rig.budget = new Budget(100_000, Budget.Period.DAY);
        rig.saying((_, _) -> {
                    throw new SwitchboardException(ErrorCode.MODEL_UNAVAILABLE, "The model cannot be reached.");
                })
                .start();

        assertThat(rig.say("one").text()).isEqualTo("The model cannot be reached.");
        rig.restart();
        assertThat(rig.store().spending().spent("default", "2026-11-16")).isZero();
    }

    private static ModelReply looking(ModelReply.@Nullable Usage usage) {
        return new ModelReply("", null, List.of(call("look", "{}")), usage, ModelReply.Finish.TOOL_CALLS);
    }
}
