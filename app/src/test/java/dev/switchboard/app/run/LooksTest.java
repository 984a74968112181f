package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.SESSION;
import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolResult;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Calls of one step that only look are made beside each other; nobody can tell but by the time it takes. */
final class LooksTest {
    private static final long PATIENCE = 60;

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void make() {
        rig = new Rig(folder, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void twoLooksMeetAndAreToldInTheirOrder() throws Exception {
        var met = new CyclicBarrier(2);
        var firstMayEnd = new CountDownLatch(1);
        rig.with(new CountedTool("look", Effect.READ, (arguments, _) -> {
                    meet(met);
                    if (which(arguments) == 0) {
                        await(firstMayEnd);
                    } else {
                        firstMayEnd.countDown();
                    }
                    return said(arguments);
                }))
                .saying(calls(look(0), look(1)), text("done"))
                .start();

        assertThat(rig.say("go").text()).isEqualTo("done");

        assertThat(rig.told(1))
                .containsExactly(
                        "user: go",
                        "assistant: [look][look]",
                        "result: {\"ok\":true,\"text\":\"0\"}",
                        "result: {\"ok\":true,\"text\":\"1\"}");
        assertThat(rig.events(RunEvent.ToolEnd.class))
                .extracting(end -> end.result().path("text").stringValue())
                .containsExactly("0", "1");
    }

    @Test
    void manyLooksAreMadeAFewAtATime() throws Exception {
        var now = new AtomicInteger();
        var most = new AtomicInteger();
        rig.with(new CountedTool("look", Effect.READ, (arguments, _) -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    Thread.yield();
                    now.decrementAndGet();
                    return said(arguments);
                }))
                .saying(calls(IntStream.range(0, 30).mapToObj(LooksTest::look).toArray(ToolCall[]::new)), text("done"))
                .start();

        rig.say("go");

        assertThat(most.get()).isLessThanOrEqualTo(8);
        assertThat(rig.told(1).subList(2, 32))
                .isEqualTo(IntStream.range(0, 30)
                        .mapToObj("result: {\"ok\":true,\"text\":\"%d\"}"::formatted)
                        .toList());
    }

    @Test
    void aStepThatAlsoDoesSomethingIsMadeInOrder() throws Exception {
        var order = new CopyOnWriteArrayList<String>();
        for (var name : List.of("look", "wipe")) {
            rig.with(new CountedTool(name, name.equals("look") ? Effect.READ : Effect.EXECUTE, (arguments, _) -> {
                order.add(name + " begins");
                Thread.yield();
                order.add(name + " ends");
                return said(arguments);
            }));
        }
        rig.saying(calls(look(0), call("wipe", "{\"n\":1}"), look(2)), text("done"))
                .start();

        rig.say("go");

        assertThat(order)
                .containsExactly("look begins", "look ends", "wipe begins", "wipe ends", "look begins", "look ends");
    }

    @Test
    void aStopReachesAllOfThem() throws Exception {
        var under = new CountDownLatch(3);
        var interrupted = new CountDownLatch(3);
        rig.with(new CountedTool("look", Effect.READ, (arguments, _) -> {
                    under.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                    return said(arguments);
                }))
                .saying(calls(look(0), look(1), look(2)), text("never"))
                .start();
        var answer = rig.begin("go");
        assertThat(under.await(PATIENCE, TimeUnit.SECONDS)).isTrue();

        rig.controls().stop(SESSION, false, null);

        assertThat(answer.get(PATIENCE, TimeUnit.SECONDS)).isInstanceOf(RunEvent.Stopped.class);
        assertThat(interrupted.getCount()).isZero();
        assertThat(rig.events(RunEvent.ToolEnd.class))
                .extracting(RunEvent.ToolEnd::status)
                .containsExactly(Status.ABORTED, Status.ABORTED, Status.ABORTED);
    }

    @Test
    void anErrorInOneHarmsItsOwnResultAlone() throws Exception {
        rig.with(new CountedTool("look", Effect.READ, (arguments, _) -> {
                    if (which(arguments) == 1) {
                        throw new StackOverflowError();
                    }
                    return said(arguments);
                }))
                .saying(calls(look(0), look(1), look(2)), text("done"))
                .start();

        assertThat(rig.say("go").text()).isEqualTo("done");

        assertThat(rig.events(RunEvent.ToolEnd.class))
                .extracting(RunEvent.ToolEnd::status)
                .containsExactly(Status.OK, Status.ERROR, Status.OK);
    }

    @Test
    void looksThatWereUnderWayWhenTheGatewayWentDownAreMadeAgain() throws Exception {
        var under = new CountDownLatch(2);
        var released = new ArrayList<Integer>();
        rig.with(new CountedTool("look", Effect.READ, (arguments, _) -> {
                    if (under.getCount() > 0) {
                        under.countDown();
                        new CountDownLatch(1).await();
                    }
                    synchronized (released) {
                        released.add(which(arguments));
                    }
                    return said(arguments);
                }))
                .saying(calls(look(0), look(1)), text("done"))
                .start();
        var left = rig.begin("go");
        assertThat(under.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
        rig.abandon(left);

        assertThat(rig.restart().goOn().get(PATIENCE, TimeUnit.SECONDS).text()).isEqualTo("done");
        assertThat(released).containsExactlyInAnyOrder(0, 1);
    }

    private static ToolCall look(int which) {
        return call("look", "{\"n\":%d}".formatted(which));
    }

    private static int which(ObjectNode arguments) {
        return arguments.path("n").intValue();
    }

    private static ToolResult said(ObjectNode arguments) {
        return new ToolResult(ToolResult.okay().put("text", String.valueOf(which(arguments))));
    }

    private static void meet(CyclicBarrier barrier) throws InterruptedException {
        try {
            barrier.await(PATIENCE, TimeUnit.SECONDS);
        } catch (BrokenBarrierException | TimeoutException e) {
            throw new AssertionError("they were not made beside each other", e);
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
    }
}
