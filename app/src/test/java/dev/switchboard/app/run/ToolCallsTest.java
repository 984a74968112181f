package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.money.Price;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.core.tool.UpdatePlan;
import dev.switchboard.testkit.Results;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model calls tools and hears what came of it. */
final class ToolCallsTest {
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
    void callsAreMadeInOrderAndTheModelHearsTheirResults() throws Exception {
        var look = CountedTool.saying("look", Effect.READ, "a cat");
        var touch = CountedTool.saying("touch", Effect.WRITE, "soft");
        rig.with(look, touch)
                .saying(calls(call("look", "{\"at\":1}"), call("touch", "{\"at\":2}")), text("A soft cat."))
                .start();

        assertThat(rig.say("what is it?").text()).isEqualTo("A soft cat.");

        assertThat(rig.told(1))
                .containsExactly(
                        "user: what is it?",
                        "assistant: [look][touch]",
                        "result: {\"ok\":true,\"text\":\"a cat\"}",
                        "result: {\"ok\":true,\"text\":\"soft\"}");
        assertThat(rig.events().stream().map(event -> event.getClass().getSimpleName()))
                .containsExactly(
                        "UserMessage",
                        "RunStarted",
                        "TurnStart",
                        "ModelEnd",
                        "ToolStart",
                        "ToolEnd",
                        "ToolStart",
                        "ToolEnd",
                        "ModelEnd",
                        "Answered",
                        "TurnEnd");
        var questions = rig.events(RunEvent.ModelEnd.class);
        assertThat(questions).allSatisfy(question -> {
            assertThat(question.silentMs()).isBetween(0L, question.durationMs());
            assertThat(question.status()).isEqualTo(Status.OK);
        });
        assertThat(questions.getFirst().saidId()).startsWith("said-");
        assertThat(questions.getLast().comesBeforeTheEnd()).isTrue();
        assertThat(rig.events(RunEvent.Answered.class).getFirst().saidId())
                .startsWith("said-")
                .isNotEqualTo(questions.getFirst().saidId());
        assertThat(rig.events(RunEvent.TurnStart.class).getFirst().messageId())
                .isEqualTo(rig.events(RunEvent.UserMessage.class).getFirst().messageId());
        var end = rig.events(RunEvent.ToolEnd.class).getFirst();
        assertThat(end.tool()).isEqualTo("look");
        assertThat(end.status()).isEqualTo(Status.OK);
        assertThat(end.args().path("at").intValue()).isEqualTo(1);
        assertThat(end.parentId())
                .isEqualTo(rig.events(RunEvent.TurnStart.class).getFirst().correlationId());
    }

    @Test
    void whatGoesWrongBecomesWordsForTheModel() throws Exception {
        var broken = new CountedTool("broken", Effect.READ, (_, _) -> {
            throw new IllegalStateException("secret detail");
        });
        rig.with(broken, CountedTool.saying("look", Effect.READ, "x"))
                .saying(
                        calls(
                                call("loook", "{}"),
                                call("look", "not json"),
                                call("look", "[1]"),
                                call("broken", "{}"),
                                call("look", "")),
                        text("done"))
                .start();

        rig.say("go");

        assertThat(rig.told(1).subList(2, 7))
                .containsExactly(
                        "result: {\"ok\":false,\"error\":\"There is no tool \\\"loook\\\": did you mean"
                                + " \\\"look\\\"?.\"}",
                        "result: {\"ok\":false,\"error\":\"The arguments are not a JSON object. Write them again.\"}",
                        "result: {\"ok\":false,\"error\":\"The arguments are not a JSON object. Write them again.\"}",
                        "result: {\"ok\":false,\"error\":\"The tool failed for a reason of its own"
                                + " (IllegalStateException). Try another way.\"}",
                        "result: {\"ok\":true,\"text\":\"x\"}");
        assertThat(rig.events(RunEvent.ToolStart.class)).hasSize(5);
        assertThat(rig.events(RunEvent.ToolEnd.class))
                .extracting(RunEvent.ToolEnd::status)
                .containsExactly(Status.ERROR, Status.ERROR, Status.ERROR, Status.ERROR, Status.OK);
    }

    @Test
    void aLongResultIsCutInTheEventAndKeptWhole() throws Exception {
        var all = "0123456789".repeat(20_000);
        rig.with(CountedTool.saying("look", Effect.READ, all))
                .saying(calls(call("look", "{}")), text("long"))
                .start();

        rig.say("go");

        var end = rig.events(RunEvent.ToolEnd.class).getFirst();
        assertThat(end.result().path("text").stringValue()).hasSize(16 * 1024).isEqualTo(all.substring(0, 16 * 1024));
        assertThat(end.result().path("truncated").booleanValue()).isTrue();
        assertThat(end.result().path("bytes").intValue()).isEqualTo(200_000);
        assertThat(Results.of(rig.store().journal(), end.id())
                        .orElseThrow()
                        .path("text")
                        .stringValue())
                .isEqualTo(all);
    }

    @Test
    void whatAModelIsToldOfALongResultIsWhatItIsToldAfterARestart() throws Exception {
        var all = "0123456789".repeat(20_000);
        rig.with(new CountedTool(
                        "look",
                        Effect.READ,
                        (_, _) -> new ToolResult(ToolResult.okay().put("stdout", all))))
                .saying(calls(call("look", "{}")), (_, _) -> {
                    throw new InterruptedException("the gateway goes down");
                })
                .start();
        assertThatThrownBy(() -> rig.say("go")).hasRootCauseInstanceOf(InterruptedException.class);
        rig.lines.clear();
        rig.saying(text("long"));

        rig.restart().goOn().get(20, TimeUnit.SECONDS);

        assertThat(rig.told(2)).isEqualTo(rig.told(1));
        assertThat(rig.told(2).getLast())
                .hasSizeBetween(64 * 1024 - 100, 64 * 1024 + 100)
                .contains("\\n[... " + (200_000 - 64 * 1024 + 64) + " bytes left out ...]\\n");
    }

    @Test
    void ofAllCallsTheOneThatHoldsMostIsCutAndTheOthersAreAnswered() throws Exception {
        rig.toolOutput = new Total("tool output", 1_000_000);
        var begun = new CountDownLatch(1);
        var modest = new HeldOutput(rig.toolOutput, new SessionId("desk:local:ben"));
        var greedy = new CountedTool("greedy", Effect.READ, (_, context) -> {
            context.held().holds(900_000);
            begun.countDown();
            new CountDownLatch(1).await();
            throw new AssertionError("nobody opens it");
        });
        rig.with(greedy)
                .saying(calls(call("greedy", "{}")), text("It was too much."))
                .start();

        var answer = rig.begin("go");
        begun.await();
        var result = modest.during(() -> {
            modest.holds(200_000);
            return new ToolResult(ToolResult.okay().put("text", "x".repeat(50_000)));
        });

        assertThat(result.ok()).isTrue();
        assertThat(answer.get(20, TimeUnit.SECONDS).text()).isEqualTo("It was too much.");
        assertThat(rig.told(1).getLast()).contains("\"ok\":false", "Given up: its result", "Ask for a smaller part");
        assertThat(rig.toolOutput.cuts()).isEqualTo(1);
        modest.close();
        assertThat(rig.toolOutput.held()).isZero();
    }

    @Test
    void aResultThatIsTooMuchByItselfIsGivenUpInWords() throws Exception {
        rig.toolOutput = new Total("tool output", 1_000_000);
        rig.with(CountedTool.saying("look", Effect.READ, "x".repeat(2_000_000)))
                .saying(calls(call("look", "{}")), text("done"))
                .start();

        rig.say("go");

        assertThat(rig.told(1).getLast()).contains("Given up");
        assertThat(rig.events(RunEvent.ToolEnd.class).getFirst().status()).isEqualTo(Status.ERROR);
        assertThat(rig.toolOutput.held()).isZero();
    }

    @Test
    void secretsAreMaskedInWhatIsShownAndNotInWhatIsDone() throws Exception {
        rig.masking = new Masking(List.of("sk-very-secret-key"));
        var look = new CountedTool(
                "look",
                Effect.READ,
                (arguments, _) -> new ToolResult(ToolResult.okay()
                        .put("text", "key=" + arguments.path("key").stringValue())));
        rig.with(look)
                .saying(calls(call("look", "{\"key\":\"sk-very-secret-key\"}")), text("It is sk-very-secret-key."))
                .start();

        rig.say("go");

        assertThat(look.calls.getFirst().path("key").stringValue()).isEqualTo("sk-very-secret-key");
        assertThat(rig.told(1).getLast()).contains("sk-very-secret-key");
        assertThat(rig.events().toString()).doesNotContain("sk-very-secret-key").contains("••••");
    }

    @Test
    void aCallWhoseIdIsAVendorsCounterGetsOneOfItsOwn() throws Exception {
        rig.with(CountedTool.saying("look", Effect.READ, "x"))
                .saying(calls(new ToolCall("call_0", "look", "{}"), new ToolCall("", "look", "{}")), text("done"))
                .start();

        rig.say("go");

        var ids = rig.events(RunEvent.ToolStart.class).stream()
                .map(RunEvent.ToolStart::correlationId)
                .toList();
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.startsWith("call_") && id.length() > 20);
    }

    @Test
    void aPlanIsMadeMovedAndStandsInTheEnd() throws Exception {
        rig.with(new UpdatePlan())
                .saying(
                        calls(call("update_plan", """
                            {"goal":"tea","steps":[{"title":"boil","status":"in_progress"},
                            {"title":"pour","status":"pending"}]}\
                            """)),
                        calls(call("update_plan", """
                            {"steps":[{"id":"1","status":"completed"},{"id":"2","status":"in_progress"}]}\
                            """)),
                        calls(call("update_plan", "{\"steps\":[{\"id\":\"7\",\"status\":\"completed\"}]}")),
                        text("tea"))
                .start();

        var end = (RunEvent.Answered) rig.say("make tea");

        assertThat(rig.events(RunEvent.PlanChanged.class)).hasSize(2);
        assertThat(Rig.account(end).plan())
                .isEqualTo(new Plan(
                        "tea",
                        List.of(
                                new Plan.Step("1", "boil", Plan.Status.COMPLETED),
                                new Plan.Step("2", "pour", Plan.Status.IN_PROGRESS))));
        assertThat(rig.told(3).getLast()).contains("The plan has no step");
    }

    @Test
    void theNextMessageKnowsWhatWasDoneLiveAndAfterARestart() throws Exception {
        rig.with(CountedTool.saying("look", Effect.READ, "a cat"))
                .saying(calls(call("look", "{}")), text("A cat."), text("second"), text("third"))
                .start();
        rig.say("what is it?");
        rig.say("sure?");
        var live = rig.told(2);
        rig.restart();
        rig.say("really?");
        var cold = rig.told(3);

        assertThat(live)
                .containsExactly(
                        "user: what is it?",
                        "assistant: [look]",
                        "result: {\"ok\":true,\"text\":\"a cat\"}",
                        "assistant: A cat.",
                        "user: sure?");
        assertThat(cold.subList(0, 5)).isEqualTo(live);
    }

    @Test
    void usageAndCostOfAllStepsAreAddedUp() throws Exception {
        rig.with(CountedTool.saying("look", Effect.READ, "x"));
        rig.price = new Price(BigDecimal.ONE, BigDecimal.valueOf(10));
        rig.saying(
                        (_, _) -> new ModelReply(
                                "",
                                null,
                                List.of(call("look", "{}")),
                                new ModelReply.Usage(100, 10),
                                ModelReply.Finish.TOOL_CALLS),
                        (_, _) -> new ModelReply(
                                "ok", null, List.of(), new ModelReply.Usage(200, 20), ModelReply.Finish.STOP))
                .start();

        var end = (RunEvent.Answered) rig.say("go");

        assertThat(end.usage()).isEqualTo(new RunEvent.Tokens(300, 30));
        assertThat(end.account()).isEqualTo(new RunEvent.Account(2, 600L, null, null));
        assertThat(rig.events(RunEvent.ModelEnd.class).getFirst().costMicros()).isEqualTo(200);
    }
}
