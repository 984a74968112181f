package dev.switchboard.app.approve;

import dev.switchboard.app.device.Streams;
import dev.switchboard.app.remote.CommandException;
import dev.switchboard.app.remote.Exit;
import dev.switchboard.app.remote.UnreachableException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Waits for what comes. On a terminal each is asked for, with its exact call above the question; on a pipe each is
 * printed once.
 */
final class Watch {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ApprovalClient client;
    private final Clock clock;
    private final Streams streams;
    private final boolean json;
    private final QuestionPage page;
    /** Those that were shown and still wait. */
    private final Set<String> shown = new HashSet<>();

    private List<Question> latest = List.of();
    private boolean reached;
    private boolean away;

    private enum Typed {
        YES,
        NO,
        OTHER,
        END
    }

    Watch(ApprovalClient client, Clock clock, Streams streams, boolean json) {
        this.client = client;
        this.clock = clock;
        this.streams = streams;
        this.json = json;
        this.page = new QuestionPage(streams.colour());
    }

    /** Until the input ends or a signal comes. */
    int run() throws InterruptedException {
        while (true) {
            var pending = look();
            shown.retainAll(pending.stream().map(Question::id).toList());
            for (var question : pending) {
                if (shown.add(question.id())) {
                    show(question, pending);
                    if (asks() && !ask(question)) {
                        return Exit.DONE;
                    }
                }
            }
            Thread.sleep(PAUSE);
        }
    }

    /** A gateway that was there comes back; one that never was is a wrong address. */
    private List<Question> look() {
        try {
            latest = client.pending();
            if (!reached && streams.isConversation()) {
                streams.err().println("Waiting for what comes; Ctrl-C ends it.");
            } else if (away) {
                streams.err().println("The gateway is back.");
            }
            reached = true;
            away = false;
        } catch (UnreachableException e) {
            if (!reached) {
                throw e;
            }
            if (!away) {
                away = true;
                streams.err().println("The gateway does not answer; trying until it does.");
            }
        }
        return latest;
    }

    private void show(Question question, List<Question> pending) {
        if (json) {
            streams.out().println(question.json());
        } else {
            page.lines(question, question.shortId(pending), clock.instant()).forEach(streams.out()::println);
        }
        streams.out().flush();
    }

    private boolean asks() {
        return streams.isConversation() && !json;
    }

    /** False when the input has ended. */
    private boolean ask(Question question) {
        while (true) {
            try {
                forgetWhatWasTyped();
                streams.out().print("Allow it? y or n: ");
                streams.out().flush();
                switch (typed()) {
                    case YES -> answer(question, true);
                    case NO -> answer(question, false);
                    case END -> {
                        streams.out().println();
                        return false;
                    }
                    case OTHER -> {
                        continue;
                    }
                }
                return true;
            } catch (IOException e) {
                throw new CommandException(
                        Exit.NOT_DONE, "cannot read from this terminal (%s) — answer by id".formatted(e), e);
            }
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

    /** What was typed before the question was there is no answer to it. */
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
        return switch (line.toString().strip().toLowerCase(Locale.ROOT)) {
            case "y", "yes" -> Typed.YES;
            case "n", "no" -> Typed.NO;
            default -> next < 0 ? Typed.END : Typed.OTHER;
        };
    }
}
