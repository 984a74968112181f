package dev.switchboard.cli.device;

import dev.switchboard.cli.approve.ApprovalClient;
import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.approve.QuestionPage;
import dev.switchboard.cli.console.Printable;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.client.Notice;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What a message waits for, asked right where it was typed, if this person may answer; else they are told who can. A line
 * that was begun before the question was there is no answer to it, and no answer means no.
 *
 * <p>Thread: {@code hear} and {@code answered} on the client's; all else on the one that reads what is typed.
 */
final class Inquiry {
    static final String PROMPT = "Allow it? y, n, or s to decide later: ";

    /** What came, for the thread that reads. */
    private sealed interface Event {
        record Asked(String messageId, Question question, ApprovalClient client) implements Event {}

        record Over(String approvalId, String sentence) implements Event {}

        record Settled(String messageId) implements Event {}
    }

    /** What is asked just now. */
    private record Open(String messageId, Question question, ApprovalClient client) {}

    private final Approver approver;
    private final TypedLines lines;
    private final QuestionPage page;
    private final Clock clock;
    private final Waits waits = new Waits();
    private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Open open;
    private @Nullable String answeredHere;

    Inquiry(Approver approver, TypedLines lines, boolean colour, Clock clock) {
        this.approver = approver;
        this.lines = lines;
        this.page = new QuestionPage(colour);
        this.clock = clock;
    }

    void hear(Notice.Word word) {
        if (!waits.isNews(word)) {
            return;
        }
        var id = word.approvalId();
        if (id == null) {
            lines.show(lines.dim(Printable.line(word.text())));
            return;
        }
        switch (word.code()) {
            case Notice.Word.WAITING ->
                approver.here()
                        .ifPresentOrElse(
                                // Asking the gateway may take a while, and answers are to be shown meanwhile.
                                client -> Thread.ofVirtual().start(() -> fetch(word.messageId(), id, client)),
                                this::tellWhoCan);
            case Notice.Word.RESOLVED -> happened(new Event.Over(id, word.text()));
            default -> lines.show(lines.dim(Printable.line(word.text())));
        }
    }

    private void fetch(String messageId, String approvalId, ApprovalClient client) {
        try {
            // One that does not wait any more was answered while we asked; the notice of that says how.
            client.pending(approvalId).ifPresent(question -> happened(new Event.Asked(messageId, question, client)));
        } catch (CommandException e) {
            tellWhoCan();
        }
    }

    /** The answer to a message was shown: nothing is asked about it any more, even if nobody said so. */
    void answered(String messageId) {
        var now = open;
        if (now != null && now.messageId().equals(messageId)) {
            happened(new Event.Settled(messageId));
        }
    }

    private void happened(Event event) {
        events.add(event);
        lines.wake();
    }

    boolean isOpen() {
        return open != null;
    }

    /** Shows what came. */
    void look() {
        for (var event = events.poll(); event != null; event = events.poll()) {
            switch (event) {
                case Event.Asked(var messageId, var question, var client) -> {
                    open = new Open(messageId, question, client);
                    show();
                }
                case Event.Over(var id, var sentence) -> over(id, sentence);
                case Event.Settled(var messageId) -> {
                    var now = open;
                    if (now != null && now.messageId().equals(messageId)) {
                        open = null;
                    }
                }
            }
        }
    }

    private void show() {
        var now = open;
        if (now != null) {
            var text = page.lines(now.question(), now.question().shortId(List.of()), clock.instant());
            lines.show(String.join("\n", text));
        }
    }

    private void over(String id, String sentence) {
        var now = open;
        if (now != null && now.question().id().equals(id)) {
            open = null;
        }
        if (!id.equals(answeredHere)) {
            lines.show(lines.dim(Printable.line(sentence)));
        }
    }

    /** False if it is no answer: what begins with a slash is a command here too. */
    boolean take(String line) {
        switch (line.strip().toLowerCase(Locale.ROOT)) {
            case "y", "yes" -> answer(true);
            case "n", "no" -> answer(false);
            case "s", "skip", "later" -> {
                open = null;
                lines.show(lines.dim(
                        "It goes on waiting; %s answers it. No answer means no.".formatted(approver.command())));
            }
            case "" -> {}
            default -> {
                if (line.startsWith("/")) {
                    return false;
                }
                lines.show(lines.dim("Answer with y, n or s first; this was not sent."));
            }
        }
        return true;
    }

    /** Ctrl-C: whatever it was meant for, it is no yes. */
    void refuse() {
        answer(false);
    }

    private void answer(boolean approved) {
        var now = open;
        if (now == null) {
            return;
        }
        try {
            answeredHere = now.question().id();
            now.client().answer(now.question().id(), approved, null);
            open = null;
            lines.show(lines.dim(approved ? "Allowed." : "Refused."));
        } catch (CommandException e) {
            answeredHere = null;
            lines.show(lines.yellow(Printable.line(String.valueOf(e.getMessage()))));
            if (e.exitCode() == Exit.NOT_DONE) {
                open = null; // somebody else was faster, or its time is up
            }
        }
    }

    private void tellWhoCan() {
        lines.show(lines.yellow("This waits until somebody allows it; %s shows it and takes the answer."
                .formatted(approver.command())));
    }
}
