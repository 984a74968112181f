package dev.switchboard.cli.watch;

import dev.switchboard.cli.approve.ApprovalClient;
import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.approve.QuestionPage;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.UnreachableException;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The question a person is asked just now. Its exact call is printed so that all of it stays, however long it is; only a key
 * that was pressed after that is an answer.
 */
final class Answering {
    private final ApprovalClient client;
    private final LiveScreen screen;
    private final Clock clock;
    private final QuestionPage page;
    private @Nullable Question asked;
    private long askedAt;

    Answering(ApprovalClient client, LiveScreen screen, Clock clock, boolean colour) {
        this.client = client;
        this.screen = screen;
        this.clock = clock;
        this.page = new QuestionPage(colour);
    }

    @Nullable
    Question asked() {
        return asked;
    }

    void ask(Question question, List<Question> others) {
        screen.print(page.lines(question, question.shortId(others), clock.instant()));
        asked = question;
        askedAt = System.nanoTime();
    }

    /** It is not asked any more. */
    void drop() {
        asked = null;
    }

    /** Whether the key was an answer, and the gateway has it or does not want it any more. */
    boolean take(Key key, long at) {
        var question = asked;
        if (question == null || at - askedAt < 0 || (key != Key.YES && key != Key.NO)) {
            return false;
        }
        try {
            client.answer(question.id(), key == Key.YES, null);
            screen.print(List.of(key == Key.YES ? "Allowed." : "Refused."));
        } catch (UnreachableException e) {
            screen.print(List.of("Not answered: " + e.getMessage()));
            askedAt = System.nanoTime();
            return false;
        } catch (CommandException e) {
            screen.print(List.of(String.valueOf(e.getMessage())));
        }
        asked = null;
        return true;
    }
}
