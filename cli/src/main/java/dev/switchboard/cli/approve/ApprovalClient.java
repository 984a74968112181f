package dev.switchboard.cli.approve;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.RemoteGateway;
import dev.switchboard.cli.remote.RemoteGateway.Reply;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks a running gateway what waits, and tells it the answers. */
public final class ApprovalClient {
    private static final String PATH = "/api/approvals";
    /** A server that always has one more page is no gateway. */
    private static final int MOST_PAGES = 1_000;

    private final RemoteGateway gateway;

    public ApprovalClient(RemoteGateway gateway) {
        this.gateway = gateway;
    }

    /** Oldest first. */
    List<Question> pending() {
        var all = new ArrayList<Question>();
        look(question -> {
            all.add(question);
            return true;
        });
        return all;
    }

    /** Empty if it does not wait, or no longer. */
    public Optional<Question> pending(String id) {
        var found = new ArrayList<Question>();
        look(question -> {
            if (question.id().equals(id)) {
                found.add(question);
            }
            return found.isEmpty();
        });
        return found.stream().findFirst();
    }

    /** Page by page, as long as more is wanted. */
    private void look(Predicate<Question> more) {
        var page = "";
        for (int pages = 0; pages < MOST_PAGES; pages++) {
            var reply = gateway.send("GET", PATH + page, null);
            if (reply.status() != 200 || !reply.body().path("approvals").isArray()) {
                throw refused(reply);
            }
            for (var approval : reply.body().path("approvals")) {
                if (!more.test(Question.of(approval))) {
                    return;
                }
            }
            var next = reply.body().path("next").asString("");
            if (next.isEmpty()) {
                return;
            }
            page = "?after=" + RemoteGateway.segment(next);
        }
    }

    /** What the gateway said to it. */
    public JsonNode answer(String id, boolean approved, @Nullable String reason) {
        var body = Json.mapper().createObjectNode().put("approved", approved);
        if (reason != null) {
            body.put("reason", reason);
        }
        var reply = gateway.send("POST", PATH + "/" + RemoteGateway.segment(id), body);
        return switch (reply.status()) {
            case 200 -> reply.body();
            case 400 -> throw new CommandException(Exit.MISUSED, reply.sentence());
            case 404 ->
                throw new CommandException(
                        Exit.NOT_DONE,
                        "there is no approval %s — switchboard approve lists what waits".formatted(Visible.line(id)));
            case 409 -> throw new CommandException(Exit.NOT_DONE, tooLate(id, reply));
            default -> throw refused(reply);
        };
    }

    private static String tooLate(String id, Reply reply) {
        var next = reply.code().equals("approval_timeout")
                ? "ask the agent again if it should still be done"
                : "switchboard approve lists what waits";
        return "%s came too late. %s — %s".formatted(Visible.line(id), reply.sentence(), next);
    }

    private CommandException refused(Reply reply) {
        return gateway.refused(reply, "answer", "approval:respond");
    }
}
