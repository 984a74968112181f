package dev.switchboard.cli.sessions;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Table;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.RemoteGateway;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code switchboard sessions}: each method is one of its commands and returns its exit code. A person gets a table; a
 * pipe gets a line a session, a tab between what the table shows in columns.
 */
public final class SessionsProcess {
    private static final List<String> HEAD = List.of("ID", "KIND", "STATE", "LAST EVENT", "AGENT", "NAME");

    private final SessionClient client;
    private final Streams streams;
    private final boolean json;

    public SessionsProcess(RemoteGateway gateway, Streams streams, boolean json) {
        this.client = new SessionClient(gateway);
        this.streams = streams;
        this.json = json;
    }

    public int list(Wanted wanted) {
        if (wanted.most() < 1) {
            throw CommandException.misused(
                    "--limit: %d is no number of sessions — write it like 100".formatted(wanted.most()));
        }
        var found = client.list(wanted);
        if (json) {
            found.sessions().forEach(session -> streams.out().println(session.json()));
        } else if (streams.terminalOut()) {
            show(found.sessions());
        } else {
            found.sessions().forEach(session -> streams.out().println(String.join("\t", session.cells())));
        }
        if (found.more()) {
            say("There are more than %d: look for words, or see more with --limit.".formatted(wanted.most()));
        }
        return Exit.DONE;
    }

    public int rename(String id, String name) {
        return change("Renamed: ", id, Json.mapper().createObjectNode().put("name", name));
    }

    /** It keeps all that is in it, and is no longer listed among the others. */
    public int archive(String id) {
        return change("Archived: ", id, Json.mapper().createObjectNode().put("archived", true));
    }

    public int unarchive(String id) {
        return change("Listed again: ", id, Json.mapper().createObjectNode().put("archived", false));
    }

    /** Everything said in it is gone; it stays, and so does its id. */
    public int reset(String id, boolean agreed) {
        if (!agreed && !Consent.given(streams, "Everything said in this session is removed for good. Reset it?")) {
            return notDone();
        }
        var session = client.reset(id);
        streams.out().println(json ? session.json().toString() : "Reset: " + session.named());
        return Exit.DONE;
    }

    public int delete(String id, boolean agreed) {
        if (!agreed
                && !Consent.given(streams, "This session and everything said in it is removed for good. Delete it?")) {
            return notDone();
        }
        client.delete(id);
        if (!json) {
            streams.out().println("Deleted: " + Visible.line(id));
        }
        return Exit.DONE;
    }

    private int notDone() {
        say("Nothing was changed.");
        return Exit.NOT_DONE;
    }

    private int change(String done, String id, ObjectNode changes) {
        var session = client.change(id, changes);
        streams.out().println(json ? session.json().toString() : done + session.named());
        return Exit.DONE;
    }

    private void show(List<Session> sessions) {
        if (sessions.isEmpty()) {
            say("There is no such session.");
            return;
        }
        var rows = new ArrayList<List<String>>();
        for (var session : sessions) {
            var row = new ArrayList<>(session.cells());
            row.set(0, session.id() + (session.pinned() ? " *" : ""));
            rows.add(row);
        }
        Table.lines(HEAD, rows).forEach(streams.out()::println);
        if (sessions.stream().anyMatch(Session::pinned)) {
            say("* is pinned.");
        }
    }

    private void say(String sentence) {
        streams.err().println(sentence);
    }
}
