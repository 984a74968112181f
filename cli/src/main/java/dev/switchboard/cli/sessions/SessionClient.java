package dev.switchboard.cli.sessions;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.OwnName;
import dev.switchboard.cli.remote.RemoteGateway;
import dev.switchboard.cli.remote.RemoteGateway.Reply;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Asks a running gateway for its sessions, and to change, reset or delete one. */
final class SessionClient {
    private static final String PATH = "/api/sessions";
    /** The most a gateway puts on one. */
    private static final int PAGE = 500;
    /** A search may give empty pages with more behind them, but a server that has no last page is no gateway. */
    private static final int MOST_PAGES = 1_000;

    private final RemoteGateway gateway;

    /** @param more whether there are others beyond the bound */
    record Found(List<Session> sessions, boolean more) {}

    SessionClient(RemoteGateway gateway) {
        this.gateway = gateway;
    }

    /** Page by page, what happened last first. */
    Found list(Wanted wanted) {
        var all = new ArrayList<Session>();
        var before = "";
        for (int pages = 0; pages < MOST_PAGES && all.size() < wanted.most(); pages++) {
            var reply =
                    gateway.send("GET", PATH + wanted.query(before, Math.min(PAGE, wanted.most() - all.size())), null);
            if (reply.status() == 400) {
                throw CommandException.misused(reply.sentence());
            }
            if (reply.status() != 200 || !reply.body().path("sessions").isArray()) {
                throw gateway.refused(reply, "list sessions", "task:read");
            }
            reply.body().path("sessions").valueStream().map(Session::of).forEach(all::add);
            before = reply.body().path("next").asString("");
            if (before.isEmpty()) {
                break;
            }
        }
        return new Found(all, !before.isEmpty());
    }

    /** The session as it is then. */
    Session change(String id, ObjectNode changes) {
        var reply = gateway.send("PATCH", PATH + "/" + RemoteGateway.segment(id), changes);
        return switch (reply.status()) {
            case 200 -> Session.of(reply.body());
            case 400 -> throw CommandException.misused(reply.sentence());
            case 404 -> throw unknown(id, reply);
            default -> throw gateway.refused(reply, "change sessions", "task:write");
        };
    }

    /** The session as it is then. */
    Session reset(String id) {
        var reply = gateway.send(
                "POST",
                PATH + "/" + RemoteGateway.segment(id) + "/reset",
                Json.mapper().createObjectNode());
        return switch (reply.status()) {
            case 200 -> Session.of(reply.body());
            case 404 -> throw unknown(id, reply);
            case 409 -> throw new CommandException(Exit.NOT_DONE, reply.sentence());
            default -> throw gateway.refused(reply, "change sessions", "task:write");
        };
    }

    void delete(String id) {
        var reply = gateway.send("DELETE", PATH + "/" + RemoteGateway.segment(id), null);
        switch (reply.status()) {
            case 204 -> {}
            case 404 -> throw unknown(id, reply);
            default -> throw gateway.refused(reply, "change sessions", "task:write");
        }
    }

    private CommandException unknown(String id, Reply reply) {
        if (reply.code().isEmpty()) {
            return gateway.refused(reply, "change sessions", "task:write");
        }
        return new CommandException(
                Exit.NOT_DONE,
                "there is no session %s — %s shows those there are"
                        .formatted(Visible.line(id), OwnName.command("sessions")));
    }
}
