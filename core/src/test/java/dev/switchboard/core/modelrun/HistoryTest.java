package dev.switchboard.core.modelrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.MemoryJournal;
import dev.switchboard.core.ledger.MemoryLedger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.model.ModelMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final SessionId SESSION = new SessionId("s");
    private static final int WIDE = 100_000;

    private final MemoryLedger ledger = new MemoryLedger();

    @Test
    void turnsComeBackAsRoleMessagesOldestFirst() {
        turn("m-1", "one", "eins");
        turn("m-2", "two", "zwei");
        assertThat(history(ledger).before(SESSION, WIDE, WIDE).messages())
                .containsExactly(
                        new ModelMessage.User("one"),
                        ModelMessage.Assistant.text("eins"),
                        new ModelMessage.User("two"),
                        ModelMessage.Assistant.text("zwei"));
    }

    @Test
    void aMessageThatWaitsIsNoHistoryYet() {
        ask("m-1", "one");
        ask("m-2", "two");
        answer("m-1", "eins");
        assertThat(history(ledger).before(SESSION, WIDE, WIDE).messages())
                .containsExactly(new ModelMessage.User("one"), ModelMessage.Assistant.text("eins"));
    }

    @Test
    void twoMessagesOfOneIdKeepTheirOwnAnswers() {
        ask("m-1", "a device asks");
        ask("m-1", "a browser asks");
        ledger.add(SESSION, started("run-1", "m-1", 1), answered("run-1", "m-1", "to the device"));
        assertThat(history(ledger).before(SESSION, WIDE, WIDE).messages())
                .as("the other one has no answer yet")
                .containsExactly(new ModelMessage.User("a device asks"), ModelMessage.Assistant.text("to the device"));

        ledger.add(SESSION, started("run-2", "m-1", 2), answered("run-2", "m-1", "to the browser"));
        assertThat(history(ledger).before(SESSION, WIDE, WIDE).messages())
                .containsExactly(
                        new ModelMessage.User("a device asks"),
                        ModelMessage.Assistant.text("to the device"),
                        new ModelMessage.User("a browser asks"),
                        ModelMessage.Assistant.text("to the browser"));
    }

    @Test
    void theSecondLookNeedsNoLedger() {
        turn("m-1", "one", "eins");
        var history = history(ledger);
        history.before(SESSION, WIDE, WIDE);
        var reads = ledger.reads;
        history.add(
                SESSION,
                new Exchange(3, List.of(new ModelMessage.User("two"), ModelMessage.Assistant.text("zwei"))),
                WIDE);
        assertThat(history.before(SESSION, WIDE, WIDE).messages()).hasSize(4);
        assertThat(ledger.reads).isEqualTo(reads);
    }

    @Test
    void aLongSessionIsReadOnlyAsFarAsTheWindowNeeds() {
        for (int i = 0; i < 5_000; i++) {
            turn("m-" + i, "x".repeat(400), "y".repeat(400));
        }
        history(ledger).before(SESSION, 1_000, 1_000);
        assertThat(ledger.reads).isEqualTo(1);
    }

    @Test
    void whateverTheBudgetOnlyWholeTurnsAreGivenAndTheyFit() {
        Cases.check(200, draw -> wholeTurnsThatFit(draw.between(0, 40), draw.between(0, 2_000)));
    }

    private static void wholeTurnsThatFit(int turns, int budget) {
        var ledger = new MemoryLedger();
        for (int i = 0; i < turns; i++) {
            ledger.add(SESSION, user("m-" + i, "q".repeat(i * 7)), answered("m-" + i, "a".repeat(i * 11)));
        }
        var messages = history(ledger).before(SESSION, WIDE, budget).messages();
        assertThat(messages.size() % 2).isZero();
        for (int i = 0; i < messages.size(); i += 2) {
            assertThat(messages.get(i)).isInstanceOf(ModelMessage.User.class);
            assertThat(messages.get(i + 1)).isInstanceOf(ModelMessage.Assistant.class);
        }
        assertThat(tokens(messages)).isLessThanOrEqualTo(budget);
    }

    private static int tokens(List<ModelMessage> messages) {
        return messages.stream()
                .mapToInt(message -> switch (message) {
                    case ModelMessage.User user -> TokenEstimate.of(user.text());
                    case ModelMessage.Assistant assistant -> TokenEstimate.of(assistant.text());
                    case ModelMessage.ToolResult result -> TokenEstimate.of(result.text());
                })
                .sum();
    }

    private static History history(MemoryLedger ledger) {
        return new History(ledger, new MemoryJournal(ledger));
    }

    private void turn(String id, String question, String answer) {
        ask(id, question);
        answer(id, answer);
    }

    private void ask(String id, String question) {
        ledger.add(SESSION, user(id, question));
    }

    private void answer(String id, String answer) {
        ledger.add(SESSION, answered(id, answer));
    }

    private static RunEvent user(String id, String text) {
        return new RunEvent.UserMessage("e", id, "c", "p", null, text);
    }

    private static RunEvent started(String run, String id, long messageSeq) {
        return new RunEvent.RunStarted("e", run, id, "default", "offline", 1, messageSeq);
    }

    private static RunEvent answered(String id, String text) {
        return answered("run-" + id, id, text);
    }

    private static RunEvent answered(String run, String id, String text) {
        return new RunEvent.Answered("e", run, id, text, null, 1);
    }
}
