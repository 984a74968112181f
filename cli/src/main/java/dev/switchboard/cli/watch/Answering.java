package dev.switchboard.cli.watch;

import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.approve.QuestionPage;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.UnreachableException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The question a person is asked just now. Its exact call is printed so that all of it stays, however long it is; only a key
 * that was pressed after that is an answer, and one that is held down answers once.
 */
final class Answering {
    /** Longer than a keyboard waits before it repeats a key. */
    private static final Duration HELD = Duration.ofMillis(700);

    /** Tells the gateway. */
    interface Answers {
        /** @throws CommandException if it is not taken */
        void give(String id, boolean approved);
    }

    private final Answers answers;
    private final Consumer<List<String>> printed;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final QuestionPage page;
    private @Nullable Question asked;
    private long askedAt;
    private long lastAnswerAt;

    /** @param nanoTime the clock by which keys are pressed */
    Answering(Answers answers, Consumer<List<String>> printed, Clock clock, LongSupplier nanoTime, boolean colour) {
        this.answers = answers;
        this.printed = printed;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.page = new QuestionPage(colour);
        this.lastAnswerAt = nanoTime.getAsLong() - HELD.toNanos();
    }

    @Nullable
    Question asked() {
        return asked;
    }

    void ask(Question question, List<Question> others) {
        printed.accept(page.lines(question, question.shortId(others), clock.instant()));
        asked = question;
        askedAt = nanoTime.getAsLong();
    }

    /** It is not asked any more. */
    void drop() {
        asked = null;
    }

    /** Whether the key was an answer, and the gateway has it or does not want it any more. */
    boolean take(Key key, long at) {
        if (key != Key.YES && key != Key.NO) {
            return false;
        }
        boolean held = at - lastAnswerAt < HELD.toNanos();
        lastAnswerAt = at;
        var question = asked;
        if (question == null || held || at - askedAt < 0) {
            return false;
        }
        try {
            answers.give(question.id(), key == Key.YES);
            printed.accept(List.of(key == Key.YES ? "Allowed." : "Refused."));
        } catch (UnreachableException e) {
            printed.accept(List.of("Not answered: " + e.getMessage()));
            return false;
        } catch (CommandException e) {
            printed.accept(List.of(String.valueOf(e.getMessage())));
        }
        asked = null;
        return true;
    }
}
