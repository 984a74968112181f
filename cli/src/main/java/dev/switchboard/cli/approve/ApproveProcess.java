package dev.switchboard.cli.approve;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.OwnName;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code switchboard approve}: asks for what waits or lists it, answers one, or watches. */
public final class ApproveProcess {
    /** Shorter beginnings are met by chance, and a wrong yes cannot be taken back. */
    private static final int SHORTEST_PREFIX = 4;

    private final Map<String, String> environment;
    private final Clock clock;
    private final Streams streams;

    public ApproveProcess(Map<String, String> environment, Clock clock, Streams streams) {
        this.environment = environment;
        this.clock = clock;
        this.streams = streams;
    }

    /**
     * The exit code, see {@code docs/approvals.md}.
     *
     * @throws CommandException if it could not be done
     */
    public int run(ApproveOptions options) throws InterruptedException {
        check(options);
        var client = new ApprovalClient(options.remote.gateway(environment));
        if (options.watch.isGiven()) {
            return new Watch(client, clock, streams, options.json.isGiven()).run();
        }
        var id = options.id.text();
        return id == null ? list(client, options.json.isGiven()) : answer(client, id, options);
    }

    private static void check(ApproveOptions options) {
        if (options.watch.isGiven() && (options.id.isGiven() || options.deny.isGiven() || options.reason.isGiven())) {
            throw CommandException.misused(
                    "--watch asks for everything that comes — leave out the id, --deny and --reason");
        }
        if (!options.id.isGiven() && (options.deny.isGiven() || options.reason.isGiven())) {
            throw CommandException.misused("say which — switchboard approve lists what waits with its id");
        }
    }

    private int list(ApprovalClient client, boolean json) {
        var pending = client.pending();
        if (pending.isEmpty()) {
            // Not on stdout: a program that reads it finds nothing there.
            streams.err().println("Nothing waits for an answer.");
            return Exit.NOT_DONE;
        }
        if (streams.isConversation() && !json) {
            return new Round(client, new Asking(client, clock, streams), streams).run(pending);
        }
        var page = new QuestionPage(streams.colour());
        for (var question : pending) {
            if (json) {
                streams.out().println(question.json());
            } else {
                page.lines(question, question.shortId(pending), clock.instant()).forEach(streams.out()::println);
            }
        }
        if (streams.terminalOut() && !json) {
            streams.out()
                    .println("Answer with: %s, or %s"
                            .formatted(OwnName.command("approve ID"), OwnName.command("approve --deny ID")));
        }
        return Exit.DONE;
    }

    private int answer(ApprovalClient client, String written, ApproveOptions options) {
        var question = find(client.pending(), written);
        // What no longer waits is asked for all the same: the gateway knows what became of it.
        var id = question == null ? Question.whole(written) : question.id();
        var said = client.answer(id, !options.deny.isGiven(), options.reason.text());
        if (options.json.isGiven()) {
            streams.out().println(said);
        } else {
            var what = question == null ? id : question.tool() + " " + question.shortId(List.of());
            streams.out().println((options.deny.isGiven() ? "Refused: " : "Allowed: ") + Visible.line(what));
        }
        return Exit.DONE;
    }

    private static @Nullable Question find(List<Question> pending, String written) {
        var bare = Question.bare(written);
        var found = pending.stream()
                .filter(question -> question.bareId().startsWith(bare))
                .toList();
        var exact = found.stream()
                .filter(question -> question.bareId().equals(bare))
                .findFirst();
        if (exact.isPresent()) {
            return exact.get();
        }
        if (!found.isEmpty() && bare.length() < SHORTEST_PREFIX) {
            throw CommandException.misused("\"%s\" is too short to be sure — write at least %d characters of the id"
                    .formatted(Visible.line(written), SHORTEST_PREFIX));
        }
        if (found.size() > 1) {
            throw CommandException.misused("\"%s\" is the beginning of %d ids — write more of it"
                    .formatted(Visible.line(written), found.size()));
        }
        return found.isEmpty() ? null : found.getFirst();
    }
}
