package dev.switchboard.edge.lobby;

import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.protocol.lobby.LobbyFrames;
import dev.switchboard.protocol.lobby.ToLobby;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of sessions of some kinds that changed, all of a moment put together. While nobody listens nobody looks.
 *
 * <p>Thread: a virtual one of its own while somebody is there; any joins and leaves.
 */
final class SessionRounds {
    /** At most ten times a second. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Logger log = LoggerFactory.getLogger(SessionRounds.class);

    private final Sessions sessions;
    private final SessionAgents agents;
    private final Set<SessionKind> kinds;
    private final Set<LobbySocket> listening = new CopyOnWriteArraySet<>();
    private Sessions.@Nullable Watch watch;

    SessionRounds(Sessions sessions, SessionAgents agents, Set<SessionKind> kinds) {
        this.sessions = sessions;
        this.agents = agents;
        this.kinds = Set.copyOf(kinds);
    }

    synchronized void join(LobbySocket socket) {
        listening.add(socket);
        if (watch == null) {
            var begun = sessions.watch(kinds);
            watch = begun;
            Thread.ofVirtual().name("lobby " + new HashSet<>(kinds)).start(() -> work(begun));
        }
    }

    synchronized void leave(LobbySocket socket) {
        listening.remove(socket);
        var begun = watch;
        if (listening.isEmpty() && begun != null) {
            watch = null;
            begun.close();
        }
    }

    private synchronized boolean isOver(Sessions.Watch begun) {
        return watch != begun;
    }

    private void work(Sessions.Watch begun) {
        while (!isOver(begun)) {
            try {
                tell(begun.await(PATIENCE));
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | Error e) {
                log.warn("a look at what changed failed, everybody is told all anew", e);
                listening.forEach(LobbySocket::tellAgain);
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofSeconds(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Sessions.Upserts upserts) {
        if (upserts.missed()) {
            listening.forEach(LobbySocket::tellAgain);
        }
        for (var session : upserts.changed()) {
            var frame = LobbyFrames.write(new ToLobby.SessionChanged(LobbyLines.session(session, agents)));
            listening.forEach(socket -> socket.offer("session " + session.id(), frame));
        }
        for (var gone : upserts.gone()) {
            var frame = LobbyFrames.write(new ToLobby.SessionRemoved(gone.value()));
            listening.forEach(socket -> socket.offer("session " + gone, frame));
        }
    }
}
