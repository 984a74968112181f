package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.SESSION;
import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.Injection.Mode;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest.Purpose;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.core.tool.UpdatePlan;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that handles the gateway's own keys: nobody is shown them, and the model is told all. */
final class SecretsTest {
    private static final String KEY = "sk-very-secret-key";

    @TempDir
    Path folder;

    private Rig rig;
    private final CountDownLatch reached = new CountDownLatch(1);

    @BeforeEach
    void make() {
        rig = new Rig(folder, Clock.systemUTC());
        rig.masking = new Masking(List.of(KEY));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatTheModelThinksIsShownWithoutThem() throws Exception {
        rig.saying((_, listener) -> {
                    listener.thinking("The key is " + KEY + ".");
                    listener.text("ok");
                    return ModelReply.text("ok");
                })
                .start();
        rig.say("go");

        assertThat(rig.events(RunEvent.ThinkEnd.class).getFirst().text()).isEqualTo("The key is ••••.");
    }

    @Test
    void thoughtsThatAreTooLongAreNotCutInTheMiddleOfOne() throws Exception {
        rig.saying((_, listener) -> {
                    listener.thinking("x".repeat(16 * 1024 - 10) + KEY);
                    listener.text("ok");
                    return ModelReply.text("ok");
                })
                .start();
        rig.say("go");

        var end = rig.events(RunEvent.ThinkEnd.class).getFirst();
        assertThat(end.truncated()).isTrue();
        assertThat(end.text()).isEqualTo("x".repeat(16 * 1024 - 10));
    }

    @Test
    void aPlanIsShownWithoutThemAndTheModelReadsItWhole() throws Exception {
        rig.with(new UpdatePlan())
                .saying(
                        calls(call(
                                "update_plan",
                                "{\"goal\":\"use %1$s\",\"steps\":[{\"title\":\"try %1$s\",\"status\":\"in_progress\"}]}"
                                        .formatted(KEY))),
                        text("done"))
                .start();
        var end = rig.say("go");

        assertThat(rig.events(RunEvent.PlanChanged.class).getFirst().plan().toString())
                .contains("use ••••", "try ••••");
        assertThat(String.valueOf(Rig.account(end).plan())).contains("use ••••", "try ••••");
        assertThat(rig.told(1).getLast()).contains("try " + KEY);
        assertThat(rig.events().toString()).doesNotContain(KEY);
    }

    @Test
    void neitherTheEndNorTheAnswerThatIsSentHoldsThem() throws Exception {
        rig.saying(text("It is " + KEY)).start();

        assertThat(rig.say("go").text()).isEqualTo("It is ••••");
        assertThat(rig.sent.getFirst().text()).isEqualTo("It is ••••");
    }

    @Test
    void whyARunFailedIsToldWithoutThem() throws Exception {
        rig.saying((_, _) -> {
                    throw new SwitchboardException(ErrorCode.MODEL_UNAVAILABLE, "Wrong key: " + KEY);
                })
                .start();

        assertThat(rig.say("go").text()).isEqualTo("Wrong key: ••••");
        assertThat(rig.sent.getFirst().text()).isEqualTo("Wrong key: ••••");
    }

    @Test
    void aStopsReasonAndWhatWasSaidUntilThenAreShownWithoutThem() throws Exception {
        rig.saying((_, listener) -> {
                    listener.text("It is " + KEY.substring(0, 12));
                    reached.countDown();
                    Thread.sleep(Duration.ofMinutes(1));
                    return ModelReply.text("never");
                })
                .start();
        var answer = rig.begin("go");
        reached.await();
        rig.controls().stop(SESSION, false, "do not say " + KEY);

        var end = (RunEvent.Stopped) answer.get(20, TimeUnit.SECONDS);
        assertThat(end.reason()).isEqualTo("do not say ••••");
        assertThat(end.text()).isEqualTo("It is ");
        assertThat(String.valueOf(rig.events(RunEvent.Received.class).getFirst().payload()))
                .contains("do not say ••••");
        assertThat(rig.events().toString()).doesNotContain(KEY);
    }

    @Test
    void aMessageToARunIsShownWithoutThemAndTheModelReadsItWhole() throws Exception {
        var goOn = new CountDownLatch(1);
        var wait = new CountedTool("wait", Effect.READ, (_, _) -> {
            reached.countDown();
            goOn.await();
            return new ToolResult(ToolResult.okay());
        });
        rig.with(wait).saying(calls(call("wait", "{}")), text("done")).start();
        var answer = rig.begin("go");
        reached.await();
        var run = rig.controls().running(SESSION).orElseThrow();
        rig.controls().inject(SESSION, run, new Injection("s-1", Mode.STEER, "use " + KEY, true));
        goOn.countDown();
        answer.get(20, TimeUnit.SECONDS);

        assertThat(rig.events(RunEvent.Injected.class).getFirst().text()).isEqualTo("use ••••");
        assertThat(rig.told(1).getLast()).isEqualTo("user: use " + KEY);
    }

    @Test
    void aSummaryIsShownWithoutThem() throws Exception {
        rig.saying((request, _) -> ModelReply.text(request.purpose() == Purpose.SUMMARY ? "They use " + KEY : "fine"))
                .start();
        rig.say("hello");
        rig.controls().handOver(SESSION, "titan");

        assertThat(rig.events(RunEvent.Summarised.class).getFirst().text()).isEqualTo("They use ••••");
    }

    @Test
    void aPersonsOwnMessageReachesTheModelAsWrittenAlsoAfterARestart() throws Exception {
        rig.saying(text("ok")).start();
        rig.say("use " + KEY);
        rig.restart();
        rig.say("again");

        assertThat(rig.told(0)).containsExactly("user: use " + KEY);
        assertThat(rig.told(1)).contains("user: use " + KEY);
    }
}
