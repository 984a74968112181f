package dev.switchboard.cli.watch;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.cli.remote.OwnName;
import dev.switchboard.cli.remote.RemoteGateway;
import dev.switchboard.cli.remote.UnreachableException;
import org.jspecify.annotations.Nullable;

/**
 * Whether there is what one wants to watch. The socket does not say it: to it an unknown id is a conversation that nobody has
 * begun.
 */
final class SessionDoor {
    private final RemoteGateway gateway;
    private final @Nullable String session;

    /** @param session null for the lobby, which is always there */
    SessionDoor(RemoteGateway gateway, @Nullable String session) {
        this.gateway = gateway;
        this.session = session;
    }

    /** @throws CommandException if it is not, or the gateway cannot be asked or does not let us */
    void check() {
        if (session == null) {
            return;
        }
        var reply =
                gateway.send("GET", "/api/sessions/%s/events?limit=1".formatted(RemoteGateway.segment(session)), null);
        if (reply.status() == 404 && !reply.code().isEmpty()) {
            throw new CommandException(
                    Exit.NOT_DONE, "there is no session %s — %s".formatted(Visible.line(session), whereTheyAre()));
        }
        if (reply.status() != 200) {
            throw gateway.refused(reply, "watch this session", "task:read");
        }
    }

    void checkStillThere() {
        try {
            check();
        } catch (UnreachableException _) {
            // Gone again already; whoever comes back asks again.
        } catch (CommandException e) {
            throw e.exitCode() == Exit.NOT_DONE ? deleted() : e;
        }
    }

    CommandException deleted() {
        return new CommandException(
                Exit.NOT_DONE,
                "session %s was deleted — %s".formatted(Visible.line(String.valueOf(session)), whereTheyAre()));
    }

    private static String whereTheyAre() {
        return OwnName.command("sessions") + " shows those there are";
    }
}
