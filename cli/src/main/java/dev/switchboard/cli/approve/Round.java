package dev.switchboard.cli.approve;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.remote.Exit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Asks for each one that waits, the oldest first, and for what has come meanwhile, until none is left. */
final class Round {
    private final ApprovalClient client;
    private final Asking asking;
    private final Streams streams;
    private final Set<String> asked = new HashSet<>();

    Round(ApprovalClient client, Asking asking, Streams streams) {
        this.client = client;
        this.asking = asking;
        this.streams = streams;
    }

    int run(List<Question> first) {
        for (var pending = first; goesOn(pending); pending = client.pending()) {
            for (var question : pending) {
                if (asked.add(question.id()) && !asking.ask(question, pending)) {
                    return end();
                }
            }
        }
        return end();
    }

    private boolean goesOn(List<Question> pending) {
        return pending.stream().anyMatch(question -> !asked.contains(question.id()));
    }

    private int end() {
        int left = client.pending().size();
        if (left > 0) {
            streams.out()
                    .println(
                            left == 1
                                    ? "1 still waits. No answer means no."
                                    : left + " still wait. No answer means no.");
        }
        return Exit.DONE;
    }
}
