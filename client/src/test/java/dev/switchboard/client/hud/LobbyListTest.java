package dev.switchboard.client.hud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.hud.AskedCall;
import dev.switchboard.protocol.lobby.SessionLine;
import dev.switchboard.protocol.lobby.ToLobby;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LobbyListTest {
    private final LobbyList lobby = new LobbyList(3);

    @Test
    void what_needs_you_what_runs_and_what_rests_are_told_apart_and_changed_in_place() {
        lobby.take(new ToLobby.Snapshot(
                List.of(session("a", "IDLE", 1), session("b", "AGENT_RUNNING", 2)),
                List.of(question("q-1", "b")),
                List.of(),
                List.of()));
        assertThat(lobby.running()).extracting(SessionLine::sessionId).containsExactly("b");
        assertThat(lobby.resting()).extracting(SessionLine::sessionId).containsExactly("a");
        assertThat(lobby.questions()).hasSize(1);

        lobby.take(new ToLobby.SessionChanged(session("a", "WAITING_APPROVAL", 3)));
        lobby.take(new ToLobby.Asked(question("q-2", "a")));
        lobby.take(new ToLobby.Resolved("q-1", "b", true, null, null));
        assertThat(lobby.running()).extracting(SessionLine::sessionId).containsExactly("a", "b");
        assertThat(lobby.questions()).extracting(ToLobby.Question::approvalId).containsExactly("q-2");

        lobby.take(new ToLobby.SessionRemoved("a"));
        assertThat(lobby.session("a")).isEmpty();
        lobby.take(new ToLobby.Snapshot(List.of(), List.of(), List.of(), List.of()));
        assertThat(lobby.running()).isEmpty();
        assertThat(lobby.questions()).isEmpty();
    }

    @Test
    void of_too_many_those_that_rest_longest_are_forgotten() {
        lobby.take(new ToLobby.SessionChanged(session("busy", "AGENT_RUNNING", 1)));
        for (int i = 2; i < 1_000; i++) {
            lobby.take(new ToLobby.SessionChanged(session("s-" + i, "IDLE", i)));
            lobby.take(new ToLobby.Asked(question("q-" + i, "s-" + i)));
        }
        assertThat(lobby.running()).hasSize(1);
        assertThat(lobby.resting()).extracting(SessionLine::sessionId).containsExactly("s-999", "s-998");
        assertThat(lobby.questions()).hasSize(3);
    }

    private static SessionLine session(String id, String state, int second) {
        return new SessionLine(
                id,
                "chat",
                id,
                "default",
                null,
                null,
                state,
                false,
                false,
                Instant.EPOCH,
                Instant.ofEpochSecond(second),
                second,
                null);
    }

    private static ToLobby.Question question(String id, String session) {
        return new ToLobby.Question(
                id, session, new AskedCall("c", "exec", Json.mapper().createObjectNode()), "r", "2025-03-14T23:35:00Z");
    }
}
