package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.tool.ApprovalMode;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.LongText;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolResult;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is thrown on a run's path, its message gets its final event and the next one its turn. */
final class ErrorsInRunsTest {
    private static final String OUR_FAULT = "Something went wrong inside the gateway. Please send it again.";

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

    static List<Named<Supplier<Error>>> errors() {
        return List.of(
                Named.of("out of memory", () -> new OutOfMemoryError("Java heap space")),
                Named.of("stack overflow", StackOverflowError::new),
                Named.of("linkage", () -> new NoClassDefFoundError("vendor/Thing")),
                Named.of("assertion", () -> new AssertionError("a fault of our own")));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void anErrorInAToolIsAResultTheModelCanRead(Supplier<Error> error) throws Exception {
        var broken = new CountedTool("broken", Effect.EXECUTE, (_, _) -> {
            throw error.get();
        });
        rig.with(broken)
                .saying(calls(call("broken", "{}")), text("I could not."))
                .start();

        assertThat(rig.say("go").text()).isEqualTo("I could not.");

        assertThat(rig.told(1).getLast()).startsWith("result: {\"ok\":false,\"error\":\"The ");
        assertThat(rig.events(RunEvent.ToolEnd.class))
                .extracting(RunEvent.ToolEnd::status)
                .containsExactly(Status.ERROR);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anOutputThatCannotBeReadAgainIsAResultInWordsAndNotAFaultOfTheStore(boolean opens) throws Exception {
        var lost = new CountedTool(
                "lost",
                Effect.EXECUTE,
                (_, _) -> new ToolResult(
                        ToolResult.okay().put(ToolResult.STDOUT, "the ends").put("truncated", true),
                        new LostText(opens)));
        rig.with(lost).saying(calls(call("lost", "{}")), text("I know.")).start();

        assertThat(rig.say("go").text()).isEqualTo("I know.");

        assertThat(lost.calls).hasSize(1);
        assertThat(rig.told(1).getLast()).contains("It was done, but its result could not be kept");
    }

    /** @param opens whether it fails only when it is read */
    private record LostText(boolean opens) implements LongText {
        @Override
        public Reader open() throws IOException {
            if (!opens) {
                throw new IOException("the file is gone");
            }
            return new Reader() {
                @Override
                public int read(char[] to, int offset, int length) throws IOException {
                    throw new IOException("the disk is broken");
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public boolean isCut() {
            return false;
        }

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @MethodSource("errors")
    void anErrorInAModelEndsTheRunInWordsAndTheNextMessageIsAnswered(Supplier<Error> error) throws Exception {
        rig.saying(
                        (_, _) -> {
                            throw error.get();
                        },
                        text("fine"))
                .start();

        var end = rig.say("go");

        assertThat(end).isInstanceOf(RunEvent.Failed.class);
        assertThat(end.text()).isIn(OUR_FAULT, outOfMemory());
        assertThat(rig.events(RunEvent.TurnEnd.class)).hasSize(1);
        assertThat(rig.say("and now?").text()).isEqualTo("fine");
        assertThat(rig.events(RunEvent.Final.class)).hasSize(2);
    }

    @Test
    void whoeverRunsOutOfMemoryIsToldToAskForLess() throws Exception {
        rig.saying((_, _) -> {
                    throw new OutOfMemoryError("Java heap space");
                })
                .start();

        assertThat(rig.say("go").text()).isEqualTo(outOfMemory());
    }

    @ParameterizedTest
    @MethodSource("errors")
    void aRunThatCannotBeginEndsInWordsInsteadOfBeingTriedForEver(Supplier<Error> error) throws Exception {
        rig.saying(text("never")).start();
        rig.begin("first").get(20, TimeUnit.SECONDS);
        rig.brokenTools = error;
        // Only a run that is taken up again looks at its tools before it begins.
        rig.restart();
        rig.admit("second", null);
        rig.begunBefore();

        var end = rig.goOn().get(20, TimeUnit.SECONDS);

        assertThat(end).isInstanceOf(RunEvent.Failed.class);
        assertThat(rig.store().inbox().next(Rig.SESSION)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("errors")
    void anErrorInWhoeverListensIsNotTheRuns(Supplier<Error> error) throws Exception {
        rig.mode = ApprovalMode.ALWAYS_ASK;
        Tool tool = CountedTool.saying("wipe", Effect.EXECUTE, "gone");
        rig.with(tool).saying(calls(call("wipe", "{}")), text("done")).start();
        rig.approvals().subscribe(_ -> {
            throw error.get();
        });
        rig.statuses().subscribe(_ -> {
            throw error.get();
        });
        rig.previews().watch(Rig.SESSION, new BrokenWatcher(error));

        var answer = rig.begin("wipe it");
        Awaitility.await().until(() -> !rig.pending().isEmpty());
        rig.approvals().answer(rig.pending().getFirst().id(), true, null, Rig.ANNA);

        assertThat(answer.get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
    }

    private static String outOfMemory() {
        return "The gateway has run out of memory while it worked on this. Ask for less at once, or start the gateway"
                + " with more memory, and send it again.";
    }
}
