package dev.switchboard.cli.approve;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.UnreachableException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
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
    private final Asking asking;
    /** Those that were shown and still wait. */
    private final Set<String> shown = new HashSet<>();

    private List<Question> latest = List.of();
    private boolean reached;
    private boolean away;

    Watch(ApprovalClient client, Clock clock, Streams streams, boolean json) {
        this.client = client;
        this.clock = clock;
        this.streams = streams;
        this.json = json;
        this.page = new QuestionPage(streams.colour());
        this.asking = new Asking(client, clock, streams);
    }

    /** Until the person wants no more of it or a signal comes. */
    int run() throws InterruptedException {
        while (true) {
            var pending = look();
            shown.retainAll(pending.stream().map(Question::id).toList());
            for (var question : pending) {
                if (shown.add(question.id())) {
                    if (!asks()) {
                        show(question, pending);
                    } else if (!asking.ask(question, pending)) {
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
}
