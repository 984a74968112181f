package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.SESSION;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.model.ModelRequest.Purpose;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session goes from one agent to another, and a long one is kept short. */
final class SeveralAgentsTest {
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
    void anotherAgentGoesOnWithAllThatWasSaid() throws Exception {
        rig.saying(text("hello")).start();
        rig.say("I am Anna");

        assertThat(rig.controls().switchAgent(SESSION, "titan")).isTrue();
        assertThat(rig.controls().switchAgent(SESSION, "nobody")).isFalse();
        rig.say("who am I?");

        assertThat(rig.asked.getLast().system()).isEqualTo("You are titan.");
        assertThat(rig.told(1)).containsExactly("user: I am Anna", "assistant: hello", "user: who am I?");
        assertThat(rig.events(RunEvent.RunStarted.class).getLast().agent()).isEqualTo("titan");
        var received = rig.events(RunEvent.Received.class).getFirst();
        assertThat(received.subtype()).isEqualTo("agent_switch");
        assertThat(String.valueOf(received.payload())).isEqualTo("{\"from\":\"default\",\"to\":\"titan\"}");
    }

    @Test
    void aHandoverGivesTheNewAgentTheOldOnesSummary() throws Exception {
        rig.saying((request, _) ->
                        ModelReply.text(request.purpose() == Purpose.SUMMARY ? "Anna plans a trip to Oslo." : "fine"))
                .start();
        rig.say("I am Anna");
        rig.say("I plan a trip to Oslo");

        assertThat(rig.controls().handOver(SESSION, "titan")).isTrue();
        var summary = rig.asked.getLast();
        assertThat(summary.system()).isEqualTo("You are default.");
        rig.say("where to?");
        var live = rig.asked.getLast();
        rig.restart();
        rig.say("where to?");
        var cold = rig.asked.getLast();

        assertThat(Rig.told(live)).containsExactly("user: where to?");
        assertThat(live.system()).startsWith("You are titan.").endsWith("Anna plans a trip to Oslo.");
        assertThat(Rig.told(cold)).containsExactly("user: where to?", "assistant: fine", "user: where to?");
        assertThat(cold.system()).isEqualTo(live.system());
    }

    @Test
    void aLongSessionIsSummarisedOnceInAWhileAndTheSummaryIsKept() throws Exception {
        rig.window = 2_000;
        rig.saying((request, _) -> ModelReply.text(
                        request.purpose() == Purpose.SUMMARY
                                ? "summary of " + request.messages().size() + " messages"
                                : "a".repeat(200)))
                .start();
        for (int i = 0; i < 60; i++) {
            rig.say("question %d %s".formatted(i, "q".repeat(100)));
        }
        long summaries = rig.asked.stream()
                .filter(request -> request.purpose() == Purpose.SUMMARY)
                .count();
        assertThat(summaries)
                .isBetween(2L, 20L)
                .isEqualTo(rig.events(RunEvent.Summarised.class).size());
        var live = rig.asked.stream()
                .filter(request -> request.purpose() == Purpose.ANSWER)
                .toList()
                .getLast();
        assertThat(live.system()).contains("summary of");
        assertThat(live.messages().size()).isLessThan(40);

        rig.restart();
        rig.say("the last question");
        var cold = rig.asked.stream()
                .filter(request -> request.purpose() == Purpose.ANSWER)
                .toList()
                .getLast();
        assertThat(cold.system()).contains("summary of");
        assertThat(Rig.told(cold)).contains("user: question 59 " + "q".repeat(100));
        // What is summarised is not told as well.
        var kept = rig.events(RunEvent.Summarised.class).getLast();
        assertThat(Rig.told(cold)).noneMatch(line -> line.startsWith("user: question 0 "));
        assertThat(kept.through()).isPositive();
    }
}
