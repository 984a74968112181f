package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.SESSION;
import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.Injection.Mode;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.preview.Written;
import dev.switchboard.core.tool.Effect;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message has one id from before its first word: its previews carry it, and so does the event that ends it. */
final class SaidIdsTest {
    @TempDir
    Path folder;

    private Rig rig;
    private final CountDownLatch inTheMiddle = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @BeforeEach
    void make() {
        rig = new Rig(folder, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void acrossStepsAndTurns() throws Exception {
        rig.with(CountedTool.saying("look", Effect.READ, "a cat"))
                .saying(
                        saying("I look.", call("look", "{\"at\":1}")),
                        saying("", call("look", "{\"at\":2}")),
                        waitingLine("It is ", "a cat."),
                        saying("Once more.", call("look", "{\"at\":3}")),
                        text("Still a cat."))
                .start();
        var seen = new Seen();
        try (var _ = rig.previews().watch(SESSION, seen)) {
            var answer = rig.begin("what is it?");
            inTheMiddle.await();
            var run = rig.controls().running(SESSION).orElseThrow();
            rig.controls().inject(SESSION, run, new Injection("f-1", Mode.FOLLOWUP, "and now?", true));
            goOn.countDown();
            answer.get(60, TimeUnit.SECONDS);
        }

        var ended = ids();
        assertThat(ended).hasSize(5).doesNotHaveDuplicates();
        assertThat(rig.events(RunEvent.TurnStart.class)).hasSize(2);
        assertThat(List.copyOf(seen.messages.keySet())).isEqualTo(ended);
        assertThat(seen.messages.values().stream().map(StringBuilder::toString))
                .containsExactly(
                        "I look.{\"at\":1}", "{\"at\":2}", "It is a cat.", "Once more.{\"at\":3}", "Still a cat.");
    }

    @Test
    void whoComesInTheMiddleSeesTheSameIdAndWhereEachPieceBelongs() throws Exception {
        rig.saying(waitingLine("It is ", "a cat.")).start();
        var answer = rig.begin("what is it?");
        inTheMiddle.await();
        var seen = new Seen();
        try (var _ = rig.previews().watch(SESSION, seen)) {
            assertThat(seen.offsets).containsExactly(0);
            goOn.countDown();
            answer.get(60, TimeUnit.SECONDS);
        }

        assertThat(seen.offsets).containsExactly(0, "It is ".length());
        assertThat(List.copyOf(seen.messages.keySet())).isEqualTo(ids());
        assertThat(seen.messages.values().iterator().next().toString()).isEqualTo("It is a cat.");
    }

    /** The ids that events have given to what was said, in the order in which it was said. */
    private List<String> ids() {
        return rig.events().stream()
                .flatMap(event -> switch (event) {
                    case RunEvent.ModelEnd step -> Stream.ofNullable(step.saidId());
                    case RunEvent.Answered end -> Stream.of(Objects.requireNonNull(end.saidId()));
                    default -> Stream.<String>empty();
                })
                .toList();
    }

    private static Rig.Line saying(String said, ToolCall asked) {
        return (_, listener) -> {
            if (!said.isEmpty()) {
                listener.text(said);
            }
            listener.toolCall(0, asked.id(), asked.name(), asked.arguments());
            return new ModelReply(said, null, List.of(asked), null, ModelReply.Finish.TOOL_CALLS);
        };
    }

    private Rig.Line waitingLine(String first, String then) {
        return (_, listener) -> {
            listener.text(first);
            inTheMiddle.countDown();
            goOn.await();
            listener.text(then);
            return ModelReply.text(first + then);
        };
    }

    /** Puts the pieces of each message together. */
    private static final class Seen implements Previews.Watcher {
        final Map<String, StringBuilder> messages = new LinkedHashMap<>();
        final List<Integer> offsets = new ArrayList<>();

        @Override
        public synchronized void text(Written message, String piece, int offset) {
            offsets.add(offset);
            of(message).append(piece);
        }

        @Override
        public synchronized void call(Written message, String callId, String tool, String piece, int offset) {
            of(message).append(piece);
        }

        @Override
        public void retracted(Written message) {
            throw new AssertionError("nothing was taken back");
        }

        private StringBuilder of(Written message) {
            return messages.computeIfAbsent(message.id(), _ -> new StringBuilder());
        }
    }
}
