package dev.switchboard.cli.task;

import dev.switchboard.cli.console.Printable;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.client.board.StreamedText;
import dev.switchboard.json.text.Shortened;
import dev.switchboard.protocol.board.ToBoard;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * What is shown, and where: the agent's text on stdout, everything about it on stderr. How it goes is one line at the
 * bottom of a terminal that moves along. Not thread-safe.
 */
final class TaskPage {
    private static final int WIDTH = 79;
    private static final String CLEAR = "\r\u001b[K";

    private final Streams streams;
    private final boolean terminalErr;
    private boolean midLine;
    private boolean progressShown;

    TaskPage(Streams streams, boolean terminalErr) {
        this.streams = streams;
        this.terminalErr = terminalErr;
    }

    /** A frame as it came. */
    void frame(String line) {
        clearProgress();
        streams.out().println(line);
    }

    void text(StreamedText.Piece piece) {
        if (piece.anew()) {
            endLine();
        }
        if (piece.text().isEmpty()) {
            return;
        }
        clearProgress();
        // A pipe gets what the agent wrote; a terminal must not be told to do things.
        streams.out().print(streams.terminalOut() ? Printable.text(piece.text()) : piece.text());
        streams.out().flush();
        midLine = !piece.text().endsWith("\n");
    }

    void endLine() {
        if (midLine) {
            streams.out().println();
            midLine = false;
        }
    }

    /** A sentence of ours. */
    void note(String sentence) {
        clearProgress();
        if (streams.terminalOut()) {
            endLine();
        }
        streams.err().println(sentence);
    }

    void progress(ToBoard.TaskProgress progress) {
        if (!terminalErr || (midLine && streams.terminalOut())) {
            return;
        }
        var line = new StringJoiner(" · ");
        line.add(Visible.line(progress.status()));
        if (progress.currentStep() != null) {
            line.add(Visible.line(progress.currentStep()));
        }
        if (progress.message() != null) {
            line.add(Visible.line(progress.message()));
        }
        if (progress.tokensUsed() != null) {
            line.add("%,d tokens".formatted(progress.tokensUsed()));
        }
        if (progress.costEstimateUsd() != null) {
            line.add(money(progress.costEstimateUsd()));
        }
        clearProgress();
        streams.err().print(Shortened.to(WIDTH, line.toString()));
        streams.err().flush();
        progressShown = true;
    }

    /** A question above the place where its answer is typed. */
    void question(List<String> lines) {
        clearProgress();
        endLine();
        lines.forEach(streams.out()::println);
        prompt();
    }

    void prompt() {
        streams.out().print("Allow it? y or n (n): ");
        streams.out().flush();
        midLine = true;
    }

    /** The person has ended the line. */
    void answered(String word) {
        midLine = false;
        streams.out().println(word);
    }

    void typed() {
        midLine = false;
    }

    void usage(ToBoard.Usage usage) {
        if (terminalErr && usage.totalTokens() > 0) {
            note("%,d tokens".formatted(usage.totalTokens())
                    + (usage.costUsd() == null ? "" : ", " + money(usage.costUsd())));
        }
    }

    void clearProgress() {
        if (progressShown) {
            streams.err().print(CLEAR);
            streams.err().flush();
            progressShown = false;
        }
    }

    private static String money(double dollars) {
        return String.format(Locale.ROOT, "$%.4f", dollars);
    }
}
