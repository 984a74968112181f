package dev.switchboard.app.approve;

import dev.switchboard.app.remote.CommandException;
import dev.switchboard.app.remote.Exit;
import dev.switchboard.app.remote.RemoteGateway;
import dev.switchboard.app.remote.RemoteGateway.Reply;
import dev.switchboard.app.remote.Visible;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks a running gateway what waits, and tells it the answers. */
final class ApprovalClient {
    private static final String PATH = "/api/approvals";

    private final RemoteGateway gateway;

    ApprovalClient(RemoteGateway gateway) {
        this.gateway = gateway;
    }

    /** Oldest first. */
    List<Question> pending() {
        var all = new ArrayList<Question>();
        var path = PATH;
        while (true) {
            var reply = gateway.send("GET", path, null);
            if (reply.status() != 200 || !reply.body().path("approvals").isArray()) {
                throw refused(reply);
            }
            reply.body().path("approvals").valueStream().map(Question::of).forEach(all::add);
            var next = reply.body().path("next").stringValue(null);
            if (next == null) {
                return all;
            }
            path = PATH + "?after=" + RemoteGateway.segment(next);
        }
    }

    /** What the gateway said to it. */
    JsonNode answer(String id, boolean approved, @Nullable String reason) {
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
