package dev.switchboard.cli.approve;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Locale;

/**
 * Asks a person on a terminal for one answer after the other, each under its exact call. Only a yes is a yes: what was
 * typed before the question was there counts for nothing, and whoever leaves has answered nothing.
 */
final class Asking {
    private static final String PROMPT = "Allow it? y or n, s to skip it, q to quit: ";

    private enum Typed {
        YES,
        NO,
        SKIP,
        QUIT,
        OTHER
    }

    private final ApprovalClient client;
    private final Clock clock;
    private final Streams streams;
    private final QuestionPage page;

    Asking(ApprovalClient client, Clock clock, Streams streams) {
        this.client = client;
        this.clock = clock;
        this.streams = streams;
        this.page = new QuestionPage(streams.colour());
    }

    /** False if the person wants no more of it. */
    boolean ask(Question question, List<Question> others) {
        page.lines(question, question.shortId(others), clock.instant()).forEach(streams.out()::println);
        try {
            var typed = Typed.OTHER;
            while (typed == Typed.OTHER) {
                forgetWhatWasTyped();
                streams.out().print(PROMPT);
                streams.out().flush();
                typed = typed();
            }
            switch (typed) {
                case YES -> answer(question, true);
                case NO -> answer(question, false);
                default -> {}
            }
            return typed != Typed.QUIT;
        } catch (IOException e) {
            throw new CommandException(
                    Exit.NOT_DONE, "cannot read from this terminal (%s) — answer by id".formatted(e), e);
        }
    }

    private void answer(Question question, boolean approved) {
        try {
            client.answer(question.id(), approved, null);
            streams.out().println(approved ? "Allowed." : "Refused.");
        } catch (CommandException e) {
            if (e.exitCode() != Exit.NOT_DONE) {
                throw e;
            }
            streams.out().println(e.getMessage());
        }
    }

    private void forgetWhatWasTyped() throws IOException {
        while (streams.in().available() > 0) {
            if (streams.in().read() < 0) {
                return;
            }
        }
    }

    private Typed typed() throws IOException {
        var line = new StringBuilder();
        int next = streams.in().read();
        while (next >= 0 && next != '\n') {
            line.append((char) next);
            next = streams.in().read();
        }
        if (next < 0) {
            // A line without its end was not given.
            streams.out().println();
            return Typed.QUIT;
        }
        return switch (line.toString().strip().toLowerCase(Locale.ROOT)) {
            case "y", "yes" -> Typed.YES;
            case "n", "no" -> Typed.NO;
            case "s", "skip" -> Typed.SKIP;
            case "q", "quit" -> Typed.QUIT;
            default -> Typed.OTHER;
        };
    }
}
