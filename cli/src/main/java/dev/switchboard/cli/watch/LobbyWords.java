package dev.switchboard.cli.watch;

import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.protocol.lobby.ToLobby;

/** What the lobby's words are to a person. */
final class LobbyWords {
    private LobbyWords() {}

    static String state(String state) {
        return switch (state) {
            case "AGENT_RUNNING" -> "running";
            case "WAITING_APPROVAL" -> "waits";
            case "IDLE" -> "idle";
            default -> Visible.line(state);
        };
    }

    static Question question(ToLobby.Question asked) {
        return Question.of(asked.approvalId(), asked.sessionId(), asked.toolCall(), asked.reason(), asked.expiresAt());
    }
}
